/* Licence: as the rest. */
package store;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds items, last in, first out.
 */
@SuppressWarnings("unchecked")
public final class Stack<T extends Comparable<T>> implements Iterable<T> {
    private final List<T> items = new ArrayList<>(); // from the bottom
    static { System.out.println("the class is loaded"); }

    /** Makes an empty one. */
    public Stack() {
    }

    // Puts an item on top.
    @Deprecated
    public void push(T item) {
        if (item == null) {
            throw new NullPointerException("no item");
        }
        items.add(item);
    }

    @Override
    public java.util.Iterator<T> iterator() {
        return new java.util.Iterator<>() {
            private int at = 0;

            @Override
            public boolean hasNext() {
                return at < items.size();
            }

            public T next() {
                return items.get(at++);
            }
        };
    }

    /** What may be pushed. */
    interface Rule<T> {
        boolean allows(T item);
    }

    static class Mark {
        int depth;

        boolean reached(int count) {
            return count >= depth;
        }
    }
}

enum Kind {
    SMALL, LARGE;

    boolean isLarge() {
        return this == LARGE;
    }
}

record Point(int x, int y) {
    Point {
        if (x < 0) throw new IllegalArgumentException("x is negative");
    }
}

@interface Checked {
    String by() default "nobody";
}
