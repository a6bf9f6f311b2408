# frozen_string_literal: true

require "json"

# Everything about stacks.
module Store
  LIMIT = 10

  # An empty stack was asked for its top.
  class Empty < StandardError; end

  # Holds items, last in, first out.
  # It is not safe in threads.
  class Stack
    include Enumerable
    attr_reader :items

    def initialize(room = LIMIT)
      @items = []
      @room = room
    end

    # Puts an item on top.
    def push(item)
      raise ArgumentError, <<~MESSAGE if @items.size >= @room
        full: #{@room}
        def not_one; end
      MESSAGE
      @items << item
      self
    end

    def each(&block)
      @items.each do |item|
        block.call(item)
      end
    end

    class << self
      # Makes one of items.
      def of(*items)
        items.each_with_object(new) { |item, stack| stack.push(item) }
      end
    end

    def self.empty?(stack) = stack.items.empty?

    def ==(other)
      items == other.items && other.class == self.class
    end
  end
end

=begin
What is below runs.
=end
def main
  stack = Store::Stack.of(1, 2)
  puts JSON.dump(stack.items)
end

main if $PROGRAM_NAME == __FILE__
