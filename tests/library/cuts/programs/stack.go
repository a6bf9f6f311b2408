// Package store holds stacks.
package store

import (
	"errors"
	"fmt"
)

// ErrEmpty says that there is nothing.
var ErrEmpty = errors.New("empty")

const (
	small = 1
	large = 100
)

// Stack holds items, last in, first out.
type Stack[T any] struct {
	items []T // from the bottom
	room  int
}

type (
	// Kind is small or large: a stack of the one kind is a slice, one of the other kind is kept on disk.
	Kind int
	// name is what a stack is called in messages and in the log.
	name string
)

// Pusher takes items.
type Pusher interface {
	Push(item int) error
}

// New makes a stack.
//
//go:noinline
func New[T any](room int) *Stack[T] {
	return &Stack[T]{items: make([]T, 0, room), room: room}
}

// Push puts an item on top.
func (s *Stack[T]) Push(item T) error {
	if len(s.items) == s.room {
		return fmt.Errorf("full: %d", s.room)
	}
	s.items = append(s.items, item)
	return nil
}

func (s Stack[T]) Len() int { return len(s.items) }

func (k Kind) String() string {
	switch {
	case int(k) < large:
		return `small
`
	}
	return "large"
}
