// A stack, in a namespace.
#include <stdexcept>
#include <vector>

namespace store {

/// What a stack may hold.
enum class Kind { Small, Large };

/**
 * Holds items, last in, first out.
 */
template <typename T>
class Stack {
public:
    Stack() = default;
    explicit Stack(std::size_t room) : items_(room) { items_.clear(); }
    virtual ~Stack() { items_.clear(); }

    /// Puts an item on top.
    void push(const T &item)
    {
        items_.push_back(item);
        ++pushes_;
    }

    // Takes the top.
    [[nodiscard]] T pop();

    bool operator==(const Stack &other) const { return items_ == other.items_ && pushes_ == other.pushes_; }

    struct Mark {
        std::size_t depth;
        bool reached(std::size_t count) const { return count >= depth; }
    };

private:
    std::vector<T> items_;
    int pushes_ = 0;
};

template <typename T>
T Stack<T>::pop()
{
    if (items_.empty())
        throw std::out_of_range(R"x(an "empty" stack)x");
    T top = items_.back();
    items_.pop_back();
    return top;
}

namespace detail {
inline int twice(int n) { return 2 * n; }
}  // namespace detail

template <typename T>
concept Sized = requires(T t) { t.size(); };

}  // namespace store

using Numbers = store::Stack<int>;

auto main() -> int
{
    Numbers numbers;
    numbers.push(store::detail::twice(21));
    return [&] { return numbers.pop(); }();
}
