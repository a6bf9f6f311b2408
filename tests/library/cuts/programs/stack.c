/* A stack of integers.
 * It grows as needed. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 1024
#define MAX(a, b) \
    ((a) > (b) ? (a) : (b))

/** What is stacked. */
struct stack {
    int *items; /* never NULL */
    size_t count;
    size_t room;
};

typedef struct {
    int x, y;
} point_t;

enum colour { RED, GREEN };

typedef int (*compare_fn)(const void *, const void *);
static const char *names[] = {"red", "green"};

// Makes an empty stack.
// The caller frees it.
struct stack *
stack_new(size_t room)
{
    struct stack *made = malloc(sizeof *made);
    if (!made) {
        return NULL;
    }
    made->items = calloc(MAX(room, 1), sizeof(int));
    made->count = 0;
    made->room = room;
    return made;
}

/* Gives the comparison of a colour. */
static int (*comparison(enum colour of))(const void *, const void *)
{
    return of == RED ? NULL : (compare_fn)abs;
}

#ifdef DEBUG
/* Shows what is there. */
static void dump(const struct stack *s)
{
    for (size_t i = 0; i < s->count; i++) {
        printf("%zu: %d\n", i, s->items[i]);
    }
}
#else
#define dump(s) ((void)0)
#endif

int main(void)
{
    struct stack *s = stack_new(4);
    dump(s);
    return comparison(GREEN) == NULL;
}
