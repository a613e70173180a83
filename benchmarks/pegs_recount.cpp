// The second checker of proofs by counting: every position again, by a program that shares nothing with the searches.
//
//     pegs_recount [threads] < item        prints «positions seconds», or says what is wrong and fails
//
// An item of evidence, as docs/proofs.md defines it, arrives as words:
//     rows of the start, with / between them     square or triangular     kind: class, pagoda, forwards, backwards, meeting,
//     search, blocks
//     the holes of the finish: how many, then their numbers in reading order
//     functions: how many, then for each a weight for every hole in reading order
//     layers forwards and layers backwards: how many, then their sizes
//     blocks: how many, then for each its holes and its values, both with their number first
// A meeting of the kind «search» has no layers: the program goes on with the smaller side until they meet, and prints them.
// The signs L1, M2, … are those of that page.  What the page leaves open is done in another way than in the searches and in
// hoyle verify: holes are numbered by columns; remainders are the parities that free jumps preserve, read off the null
// space of the jumps; tolls are shortest paths between parities; a layer is a hash table of the size that the proof claims.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using Word = std::uint64_t;
using Layer = std::vector<Word>;
constexpr int kFar = 1 << 28, kMostParities = 12, kSlice = 1 << 14, kDelay = 64;

[[noreturn]] static void refuse(const std::string& why) {
    std::printf("%s\n", why.c_str());
    std::exit(1);
}

template <typename T>
static T next() {
    T value;
    if (!(std::cin >> value)) refuse("the item is cut short");
    return value;
}

template <typename T>
static std::vector<T> several() {
    std::vector<T> values(next<std::size_t>());
    for (T& value : values) value = next<T>();
    return values;
}

struct Jump { int from, over, to; Word all, before; };

struct Puzzle {
    int holes = 0;
    std::vector<int> bit;                        // of each hole in reading order
    std::vector<Jump> jumps;
    Word start = 0;
    std::vector<int> finish;                     // as bits

    explicit Puzzle(const std::string& picture, const std::string& lines) {
        std::vector<std::string> rows(1);
        for (char sign : picture) sign == '/' ? rows.push_back({}) : rows.back().push_back(sign);
        std::size_t width = 0;
        for (auto& row : rows) width = std::max(width, row.size());
        std::vector<std::vector<int>> at(rows.size(), std::vector<int>(width, -1));
        for (std::size_t x = 0; x < width; ++x)
            for (std::size_t y = 0; y < rows.size(); ++y)
                if (x < rows[y].size() && rows[y][x] != '*') {
                    if (rows[y][x] == 'O') start |= Word{1} << holes;
                    else if (rows[y][x] != '.') refuse("the picture has another letter");
                    at[y][x] = holes++;
                }
        if (holes > 63) refuse("more than 63 holes");
        for (auto& row : at) for (int hole : row) if (hole >= 0) bit.push_back(hole);
        std::vector<std::pair<int, int>> ways{{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        if (lines == "triangular") ways.insert(ways.end(), {{1, 1}, {-1, -1}});
        else if (lines != "square") refuse("lines of another kind");
        const auto hole = [&](int y, int x) {
            return y < 0 || x < 0 || y >= int(rows.size()) || x >= int(width) ? -1 : at[y][x];
        };
        for (int y = 0; y < int(rows.size()); ++y)
            for (int x = 0; x < int(width); ++x)
                for (auto [dy, dx] : ways) {
                    const int from = hole(y, x), over = hole(y + dy, x + dx), to = hole(y + 2 * dy, x + 2 * dx);
                    if (from < 0 || over < 0 || to < 0) continue;
                    const Word pegs = Word{1} << from | Word{1} << over;
                    jumps.push_back({from, over, to, pegs | Word{1} << to, pegs});
                }
    }
};

using Weights = std::vector<int>;                // by bits

static int weight(const Weights& weights, Word position) {
    int sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) sum += position >> i & 1 ? weights[i] : 0;
    return sum;
}

static int loss(const Weights& weights, const Jump& jump) {
    return weights[jump.from] + weights[jump.over] - weights[jump.to];
}

// A pagoda function with its parities and, for each remainder, the least or the most that a position may weigh.
struct Function {
    Weights weights;
    std::vector<Word> parities;
    std::vector<int> limit;

    int remainder(Word position) const {
        int value = 0;
        for (std::size_t i = 0; i < parities.size(); ++i) value |= (__builtin_popcountll(position & parities[i]) & 1) << i;
        return value;
    }

    Function(const Puzzle& puzzle, const Weights& given, bool forwards, bool tolls) : weights(given) {
        for (const Jump& jump : puzzle.jumps) if (loss(weights, jump) < 0) refuse("L1: a jump gains");
        if (tolls) find_parities(puzzle);
        std::vector<int> toll(std::size_t{1} << parities.size(), tolls ? kFar : 0);
        if (tolls) find_tolls(puzzle, toll);
        limit.assign(toll.size(), forwards ? kFar : -kFar);
        for (int x = 0; x < int(toll.size()); ++x)
            if (forwards) {
                for (int goal : puzzle.finish) {
                    const int gap = toll[x ^ remainder(Word{1} << goal)];
                    limit[x] = std::min(limit[x], gap == kFar ? kFar : weights[goal] + gap);
                }
            } else {
                const int gap = toll[x ^ remainder(puzzle.start)];
                limit[x] = gap == kFar ? -kFar : weight(weights, puzzle.start) - gap;
            }
    }

    // Sets of holes of which each free jump touches an even number: the null space of the free jumps, without what no jump
    // at all changes, since that is the same for all positions of a game.
    void find_parities(const Puzzle& puzzle) {
        std::vector<Word> rows;                  // in reduced form
        std::vector<std::vector<int>> effects;   // which jumps change the parities so far
        std::vector<int> pivots;
        for (const Jump& jump : puzzle.jumps) {
            if (loss(weights, jump)) continue;
            Word row = jump.all;
            for (std::size_t i = 0; i < rows.size(); ++i) if (row >> pivots[i] & 1) row ^= rows[i];
            if (!row) continue;
            const int pivot = __builtin_ctzll(row);
            for (Word& other : rows) if (other >> pivot & 1) other ^= row;
            rows.push_back(row);
            pivots.push_back(pivot);
        }
        for (int hole = 0; hole < puzzle.holes; ++hole) {
            if (std::count(pivots.begin(), pivots.end(), hole)) continue;
            Word set = Word{1} << hole;
            for (std::size_t i = 0; i < rows.size(); ++i) if (rows[i] >> hole & 1) set |= Word{1} << pivots[i];
            std::vector<int> effect;
            for (const Jump& jump : puzzle.jumps) effect.push_back(__builtin_popcountll(set & jump.all) & 1);
            for (const auto& other : effects) {
                const auto lead = std::find(other.begin(), other.end(), 1) - other.begin();
                if (effect[lead]) for (std::size_t j = 0; j < effect.size(); ++j) effect[j] ^= other[j];
            }
            if (!std::count(effect.begin(), effect.end(), 1)) continue;
            effects.push_back(effect);
            parities.push_back(set);
        }
        if (parities.size() > kMostParities) refuse("B3: too many remainders");
        for (const Jump& jump : puzzle.jumps)
            if (!loss(weights, jump) && remainder(jump.all)) refuse("a free jump changes a parity");
    }

    void find_tolls(const Puzzle& puzzle, std::vector<int>& toll) const {
        std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> queue;
        queue.push({toll[0] = 0, 0});
        while (!queue.empty()) {
            const auto [cost, x] = queue.top();
            queue.pop();
            if (cost > toll[x]) continue;
            for (const Jump& jump : puzzle.jumps) {
                const int y = x ^ remainder(jump.all), more = cost + loss(weights, jump);
                if (more < toll[y]) queue.push({toll[y] = more, y});
            }
        }
    }
};

static Word scatter(Word word) {
    word = (word ^ word >> 29) * 0xff51afd7ed558ccdULL;
    return (word ^ word >> 33) * 0xc4ceb9fe1a85ec53ULL;
}

// One side: the functions side by side, so that all weights and remainders of a position are a few sums of rows.
class Side {
public:
    Side(const Puzzle& puzzle, const std::vector<Weights>& given, bool forwards, bool tolls, int threads)
        : puzzle_(puzzle), forwards_(forwards), threads_(threads) {
        for (const Weights& weights : given) functions_.emplace_back(puzzle, weights, forwards, tolls);
        const std::size_t count = functions_.size(), bytes = (puzzle.holes + 7) / 8;
        weights_.assign(bytes * 256 * count, 0);
        remainders_ = weights_;
        for (std::size_t row = 0; row < bytes * 256; ++row)
            for (std::size_t k = 0; k < count; ++k) {
                const Word part = Word(row % 256) << row / 256 * 8 & ((Word{1} << puzzle.holes) - 1);
                weights_[row * count + k] = weight(functions_[k].weights, part);
                remainders_[row * count + k] = functions_[k].remainder(part);
            }
        for (const Jump& jump : puzzle.jumps)
            for (const Function& function : functions_) {
                losses_.push_back(forwards ? -loss(function.weights, jump) : loss(function.weights, jump));
                changes_.push_back(function.remainder(jump.all));
            }
    }

    bool ruled_out(Word position) const {
        return std::any_of(functions_.begin(), functions_.end(), [&](const Function& function) {
            const int own = weight(function.weights, position), limit = function.limit[function.remainder(position)];
            return forwards_ ? own < limit : own > limit;
        });
    }

    Layer first() const {
        Layer layer;
        if (forwards_) layer.push_back(puzzle_.start);
        else for (int goal : puzzle_.finish) layer.push_back(Word{1} << goal);
        std::erase_if(layer, [&](Word position) { return ruled_out(position); });
        return layer;
    }

    // The next layer, or nothing if it has more positions than are claimed.
    std::optional<Layer> after(const Layer& layer, std::size_t claimed) const {
        std::size_t room = 1024;
        while (room < claimed + claimed / 2) room *= 2;
        std::vector<Word> table(room);
        std::atomic<std::size_t> turn{0}, found{0};
        std::vector<std::thread> crew;
        for (int t = 0; t < threads_; ++t)
            crew.emplace_back([&] {
                for (std::size_t i; (i = turn.fetch_add(kSlice)) < layer.size();) {
                    found += spread(&layer[i], std::min<std::size_t>(kSlice, layer.size() - i), table);
                    if (found > claimed) break;
                }
            });
        for (auto& worker : crew) worker.join();
        if (found > claimed) return {};
        table.erase(std::remove(table.begin(), table.end(), Word{0}), table.end());
        return table;
    }

private:
    std::size_t spread(const Word* parents, std::size_t count, std::vector<Word>& table) const {
        const std::size_t functions = functions_.size(), mask = table.size() - 1;
        std::vector<int> own(functions), state(functions);
        Word waiting[kDelay];
        std::size_t made = 0, fresh = 0;
        const auto enter = [&](Word child) {
            for (std::size_t at = scatter(child) & mask;; at = (at + 1) & mask) {
                std::atomic_ref<Word> place(table[at]);
                Word there = place.load(std::memory_order_relaxed);
                if (!there && place.compare_exchange_strong(there, child, std::memory_order_relaxed)) return ++fresh, void();
                if (there == child) return;
            }
        };
        for (std::size_t i = 0; i < count; ++i) {
            const Word parent = parents[i];
            std::fill(own.begin(), own.end(), 0);
            std::fill(state.begin(), state.end(), 0);
            for (int byte = 0; byte < (puzzle_.holes + 7) / 8; ++byte) {
                const std::size_t row = (std::size_t(byte) * 256 + (parent >> 8 * byte & 255)) * functions;
                for (std::size_t k = 0; k < functions; ++k) own[k] += weights_[row + k], state[k] ^= remainders_[row + k];
            }
            for (std::size_t j = 0; j < puzzle_.jumps.size(); ++j) {
                const Jump& jump = puzzle_.jumps[j];
                const Word wanted = forwards_ ? jump.before : jump.all ^ jump.before;
                if ((parent & jump.all) != wanted) continue;
                bool out = false;
                for (std::size_t k = 0; k < functions && !out; ++k) {
                    const int now = own[k] + losses_[j * functions + k];
                    const int limit = functions_[k].limit[state[k] ^ changes_[j * functions + k]];
                    out = forwards_ ? now < limit : now > limit;
                }
                if (out) continue;
                const Word child = parent ^ jump.all;
                __builtin_prefetch(&table[scatter(child) & mask], 1);
                Word& place = waiting[made++ % kDelay];
                if (made > kDelay) enter(place);
                place = child;
            }
        }
        for (std::size_t i = made > kDelay ? made - kDelay : 0; i < made; ++i) enter(waiting[i % kDelay]);
        return fresh;
    }

    const Puzzle& puzzle_;
    const bool forwards_;
    const int threads_;
    std::vector<Function> functions_;
    std::vector<int> weights_, remainders_, losses_, changes_;
};

static std::size_t positions = 0;

// The last of the layers of one side, after each was counted.
static Layer follow(const Side& side, const std::vector<std::size_t>& claimed) {
    Layer layer = side.first();
    for (std::size_t k = 0; k < claimed.size(); ++k) {
        if (k) {
            auto next = side.after(layer, claimed[k]);
            if (!next) refuse("L3: layer " + std::to_string(k) + " has more than " + std::to_string(claimed[k]) + " positions");
            layer = std::move(*next);
        }
        if (layer.size() != claimed[k])
            refuse("L3: layer " + std::to_string(k) + " has " + std::to_string(layer.size()) + " positions, not " + std::to_string(claimed[k]));
        positions += layer.size();
    }
    return layer;
}

// Two searches without a claim: the smaller goes on until they meet or one has run out.  Prints their layers.
static std::pair<Layer, Layer> meet(const Side& forth, const Side& back, int jumps) {
    const Side* sides[] = {&forth, &back};
    Layer fronts[] = {forth.first(), back.first()};
    std::vector<std::size_t> sizes[] = {{fronts[0].size()}, {fronts[1].size()}};
    for (; jumps && fronts[0].size() && fronts[1].size(); --jumps) {
        const int side = fronts[1].size() < fronts[0].size();
        std::optional<Layer> next;
        for (std::size_t room = std::max<std::size_t>(1 << 16, 2 * fronts[side].size()); !next; room *= 2)
            next = sides[side]->after(fronts[side], room);
        fronts[side] = std::move(*next);
        sizes[side].push_back(fronts[side].size());
    }
    for (auto& list : sizes) {
        for (std::size_t size : list) std::printf("%zu ", size), positions += size;
        std::printf("\n");
    }
    return {std::move(fronts[0]), std::move(fronts[1])};
}

static bool disjoint(Layer one, Layer other) {
    if (one.size() > other.size()) std::swap(one, other);
    std::sort(one.begin(), one.end());
    return std::none_of(other.begin(), other.end(), [&](Word position) { return std::binary_search(one.begin(), one.end(), position); });
}

struct Block {
    std::vector<int> bits;
    std::vector<long long> values;

    Word pegs(std::size_t place) const {
        Word word = 0;
        for (std::size_t k = 0; k < bits.size(); k++) if (place >> k & 1) word |= Word{1} << bits[k];
        return word;
    }
    long long value(Word position) const {
        std::size_t place = 0;
        for (std::size_t k = bits.size(); k--;) place = 2 * place + (position >> bits[k] & 1);
        return values.at(place);
    }
    long long least_loss(const Jump& jump) const {
        const Word mine = pegs(values.size() - 1);
        long long least = std::numeric_limits<long long>::max();
        for (std::size_t place = 0; place < values.size(); place++) {
            const Word here = pegs(place);
            if ((here & jump.all) == (jump.before & mine)) least = std::min(least, values[place] - value(here ^ (jump.all & mine)));
        }
        return least;
    }
};

static std::vector<Block> read_blocks(const Puzzle& puzzle) {
    std::vector<Block> blocks(next<std::size_t>());
    for (Block& block : blocks) {
        for (int number : several<int>()) block.bits.push_back(puzzle.bit.at(number));
        block.values = several<long long>();
        const std::set<int> different(block.bits.begin(), block.bits.end());
        if (block.bits.empty() || block.bits.size() > 12 || different.size() < block.bits.size()) refuse("F5, F11: the holes of a block");
        if (block.values.size() != std::size_t{1} << block.bits.size()) refuse("F11: the values of a block");
    }
    return blocks;
}

// The least and the greatest value of a layer.
static std::pair<long long, long long> extremes(const std::vector<Block>& blocks, const Layer& layer) {
    std::vector<long long> worth;
    for (Word position : layer) {
        worth.push_back(0);
        for (const Block& block : blocks) worth.back() += block.value(position);
    }
    const auto [least, most] = std::minmax_element(worth.begin(), worth.end());
    return {*least, *most};
}

int main(int argc, char** argv) {
    const int threads = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    const auto picture = next<std::string>(), lines = next<std::string>(), kind = next<std::string>();
    Puzzle puzzle(picture, lines);
    for (int number : several<int>()) puzzle.finish.push_back(puzzle.bit.at(number));
    std::vector<Weights> functions(next<std::size_t>(), Weights(puzzle.holes));
    for (Weights& weights : functions) for (int bit : puzzle.bit) weights[bit] = next<int>();
    const auto forth = several<std::size_t>(), back = several<std::size_t>();
    const std::vector<Block> blocks = read_blocks(puzzle);
    const int pegs = __builtin_popcountll(puzzle.start);
    const auto begin = std::chrono::steady_clock::now();
    if (kind == "class" || kind == "pagoda") {
        for (const Jump& jump : puzzle.jumps)
            if (kind == "class" ? loss(functions.at(0), jump) % 2 : loss(functions.at(0), jump) < 0) refuse("K2, P1: a jump changes the sum");
        for (int goal : puzzle.finish) {
            const int gap = functions.at(0)[goal] - weight(functions.at(0), puzzle.start);
            if (kind == "class" ? gap % 2 == 0 : gap <= 0) refuse("K3, P2: the sums do not rule this out");
        }
    } else if (kind == "meeting") {
        if (forth.empty() || back.empty()) refuse("M1: a list is empty");
        for (auto& list : {forth, back}) if (std::count(list.begin(), list.end() - 1, 0)) refuse("M1: a layer but the last is empty");
        const int gap = pegs - 1 - int(forth.size() - 1) - int(back.size() - 1);
        if (gap < 0 || (gap && forth.back() && back.back())) refuse("M2: the layers do not meet");
        const Layer one = follow(Side(puzzle, functions, true, true, threads), forth);
        const Layer other = follow(Side(puzzle, functions, false, true, threads), back);
        if (!disjoint(one, other)) refuse("M3: the last layers have a position in common");
    } else if (kind == "blocks") {
        for (const Jump& jump : puzzle.jumps) {
            long long least = 0;
            for (const Block& block : blocks) least += block.least_loss(jump);
            if (least < 0) refuse("D1: a jump may gain");
        }
        for (auto& list : {forth, back}) if (list.empty() || std::count(list.begin(), list.end(), 0)) refuse("D2: a list or a layer is empty");
        if (int(forth.size() + back.size()) - 2 > pegs - 1) refuse("D2: the layers are beyond each other");
        const Layer one = follow(Side(puzzle, {}, true, false, threads), forth), other = follow(Side(puzzle, {}, false, false, threads), back);
        if (extremes(blocks, one).second >= extremes(blocks, other).first) refuse("D3: the values do not rise");
    } else if (kind == "search") {
        const auto [one, other] = meet(Side(puzzle, functions, true, true, threads), Side(puzzle, functions, false, true, threads), pegs - 1);
        if (!disjoint(one, other)) refuse("the searches meet");
    } else {
        const bool forwards = kind == "forwards";
        if (!forwards && kind != "backwards") refuse("evidence of another kind");
        if (std::count(forth.begin(), forth.end(), 0) || int(forth.size()) > pegs) refuse("E1: the layers are too many, or one is empty");
        const Side side(puzzle, functions, forwards, false, threads);
        Layer last = follow(side, forth);
        if (int(forth.size()) < pegs) {
            if (forth.empty() ? !side.first().empty() : !side.after(last, 0)) refuse("E2: the next layer is not empty");
        } else {
            Layer ends{puzzle.start};
            if (forwards) { ends.clear(); for (int goal : puzzle.finish) ends.push_back(Word{1} << goal); }
            if (!disjoint(last, ends)) refuse("E3: the last layer has an end of the game");
        }
    }
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    std::printf("%zu %.1f\n", positions, time.count());
}
