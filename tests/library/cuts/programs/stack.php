<!DOCTYPE html>
<title>Stacks</title>
<?php
declare(strict_types=1);

namespace Store\Shelves;

use InvalidArgumentException;

const ROOM = 10;

/**
 * Takes items.
 */
interface Pushes
{
    public function push(int $item): void;
}

/**
 * Counts what is pushed.
 */
trait Counts
{
    private int $pushes = 0;
}

# Holds items, last in, first out.
#[Final]
final class Stack implements Pushes
{
    use Counts;

    private array $items = []; // from the bottom

    public function __construct(private readonly int $room = ROOM)
    {
    }

    /** Puts an item on top. */
    #[Override]
    public function push(int $item): void
    {
        if (count($this->items) >= $this->room) {
            throw new InvalidArgumentException(<<<END
                full: {$this->room}
                END);
        }
        $this->items[] = $item;
    }
}

enum Kind: string
{
    case Small = 's';

    public function label(): string
    {
        return ucfirst($this->value) . ' is the label of this one';
    }
}

// Shows a stack.
function show(Stack $stack): string
{
    return json_encode($stack);
}

$stack = new Stack(4);
$twice = fn (int $n): int => 2 * $n;
?>
<p>There are <?= count([1, 2]) ?> items.</p>
<ul>
<?php foreach ([1, 2] as $item): ?>
<li><?= $item ?></li>
<?php endforeach; ?>
</ul>
