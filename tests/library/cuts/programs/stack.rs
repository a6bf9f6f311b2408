//! A stack.
#![allow(dead_code)]

use std::fmt;

/// What went wrong.
#[derive(Debug, Clone)]
pub enum Trouble {
    Empty,
    Full { room: usize },
}

/// Holds items, last in, first out.
#[derive(Default)]
pub struct Stack<T> {
    items: Vec<T>, // from the bottom
    room: usize,
}

/** What can be pushed to. */
pub trait Push<T> {
    fn push(&mut self, item: T) -> Result<(), Trouble>;

    fn push_all(&mut self, items: Vec<T>) -> Result<(), Trouble> {
        items.into_iter().try_for_each(|item| self.push(item))
    }
}

impl<T: Clone> Stack<T> {
    /// Makes one with room.
    #[must_use]
    pub fn new(room: usize) -> Self {
        Stack { items: Vec::with_capacity(room), room }
    }

    // Takes the top.
    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }
}

impl<T> Push<T> for Stack<T> {
    fn push(&mut self, item: T) -> Result<(), Trouble> {
        if self.items.len() == self.room {
            return Err(Trouble::Full { room: self.room });
        }
        self.items.push(item);
        Ok(())
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, r#"a "troubled" stack"#)
    }
}

macro_rules! stack {
    ($($item:expr),*) => {{ let mut made = Stack::new(9); $(made.push($item).unwrap();)* made }};
}

mod tests {
    use super::*;

    #[test]
    fn it_pops() {
        let mut stack = stack![1, 2];
        assert_eq!(stack.pop(), Some(2));
    }
}

const ROOM: usize = 4;
static NAME: &str = "stack";
type Numbers = Stack<i64>;
