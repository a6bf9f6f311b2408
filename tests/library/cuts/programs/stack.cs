// Licence: as the rest.
using System;
using System.Collections.Generic;

namespace Store.Shelves;

/// <summary>Holds items.</summary>
public interface IStack<T>
{
    void Push(T item);
    int Count { get; }
}

/// <summary>A stack.</summary>
/// <typeparam name="T">What it holds.</typeparam>
[Serializable]
public sealed class Stack<T> : IStack<T> where T : notnull
{
    private readonly List<T> _items = new();

    /// <summary>Makes one with room.</summary>
    public Stack(int room)
    {
        _items.Capacity = room;
    }

    ~Stack() { _items.Clear(); }

    public int Count => _items.Count;

    public T Top
    {
        get { return _items[^1]; }
        set { _items[^1] = value; }
    }

    // Puts an item on top.
    [Obsolete("use Put")]
    public void Push(T item)
    {
        if (item is null)
        {
            throw new ArgumentNullException(nameof(item));
        }
        _items.Add(item);
    }

    public static bool operator ==(Stack<T> a, Stack<T> b) => a._items == b._items && a.Count == b.Count;

    public enum Kind { Small, Large }

    private struct Mark
    {
        public int Depth;
        public bool Reached(int count) { return count >= Depth; }
    }
}

public record Point(int X, int Y);

internal delegate void Changed(object sender);
