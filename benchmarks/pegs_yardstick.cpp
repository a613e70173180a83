// The yardstick: every position of the English central game up to symmetry, as fast as plain C++ goes.
//
//     pegs_yardstick [threads]        prints «positions dead-ends seconds processor-seconds», then the layers
//
// A jump changes three holes, so the positions of one game differ by sums (mod 2) of jumps: of the 33 holes four follow
// from the other 29, and a position is a 29-bit key. One bit for each key tells what was seen: 64 MiB, no hashing.
// Everything that depends on a key is linear in it, hence a XOR of four rows of 256-row tables:
//     image[0..7]   the keys of its eight mirror images      over   line l: is there a peg on its middle hole?
//                                                            differ line l: are its two ends different?
// A jump along line l is possible where over & differ; the images of the child are image XOR the images of the line.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <utility>
#include <vector>

using Word = std::uint64_t;
using Key = std::uint32_t;

constexpr int kHoles = 33, kBuffer = 512;

struct alignas(64) Row { Key image[8]; Word over, differ; };

static Row table[4][256];
struct alignas(32) Images { Key image[8]; };
static Images change[64];
static std::vector<Word> seen(std::size_t{1} << 23);

static Word permute(Word board, const std::array<int, kHoles>& to) {
    Word image = 0;
    for (int hole = 0; hole < kHoles; ++hole) image |= (board >> hole & 1) << to[hole];
    return image;
}

struct Geometry {
    std::vector<std::array<int, 3>> lines;
    std::vector<std::array<int, kHoles>> symmetries;
    std::vector<Word> basis;      // basis[i] is the sum of jumps with free hole i and no other free hole
    std::vector<int> free_holes;
    Word base = 0;                // the position of the game's class without a peg on a free hole

    Geometry() {
        int number[7][7], count = 0;
        std::vector<std::pair<int, int>> places;
        for (int y = 0; y < 7; ++y)
            for (int x = 0; x < 7; ++x) {
                const bool hole = (x > 1 && x < 5) || (y > 1 && y < 5);
                number[y][x] = hole ? count++ : -1;
                if (hole) places.emplace_back(x, y);
            }
        for (auto [x, y] : places) {
            if (x > 0 && x < 6 && number[y][x - 1] >= 0 && number[y][x + 1] >= 0)
                lines.push_back({number[y][x - 1], number[y][x], number[y][x + 1]});
            if (y > 0 && y < 6 && number[y - 1][x] >= 0 && number[y + 1][x] >= 0)
                lines.push_back({number[y - 1][x], number[y][x], number[y + 1][x]});
        }
        for (int s = 0; s < 8; ++s) {
            std::array<int, kHoles> to{};
            for (auto [x, y] : places) {
                int u = s & 1 ? 6 - x : x, v = s & 2 ? 6 - y : y;
                if (s & 4) std::swap(u, v);
                to[number[y][x]] = number[v][u];
            }
            symmetries.push_back(to);
        }
        std::vector<Word> rows;
        for (auto [a, b, c] : lines) rows.push_back(Word{1} << a | Word{1} << b | Word{1} << c);
        for (int hole = 0; hole < kHoles; ++hole) {
            auto pivot = std::find_if(rows.begin(), rows.end(), [&](Word row) { return row >> hole & 1; });
            if (pivot == rows.end()) continue;
            const Word row = *pivot;
            rows.erase(pivot);
            for (Word& other : rows) if (other >> hole & 1) other ^= row;
            for (Word& other : basis) if (other >> hole & 1) other ^= row;
            basis.push_back(row);
            free_holes.push_back(hole);
        }
        base = start();
        for (std::size_t i = 0; i < basis.size(); ++i) if (start() >> free_holes[i] & 1) base ^= basis[i];
    }
    static Word start() { return ((Word{1} << kHoles) - 1) ^ (Word{1} << 16); }
    Key key(Word board) const {
        Key key = 0;
        for (std::size_t i = 0; i < free_holes.size(); ++i) key |= Key(board >> free_holes[i] & 1) << i;
        return key;
    }
    Row row(Word board) const {
        Row row{};
        for (int s = 0; s < 8; ++s) row.image[s] = key(permute(board, symmetries[s]));
        for (std::size_t l = 0; l < lines.size(); ++l) {
            row.over |= (board >> lines[l][1] & 1) << l;
            row.differ |= ((board >> lines[l][0] ^ board >> lines[l][2]) & 1) << l;
        }
        return row;
    }
};

static void build(const Geometry& g) {
    for (int chunk = 0; chunk < 4; ++chunk)
        for (int value = 0; value < 256; ++value) {
            Word board = chunk ? 0 : g.base;
            for (int bit = 0; bit < 8; ++bit)
                if (value >> bit & 1 && std::size_t(8 * chunk + bit) < g.basis.size()) board ^= g.basis[8 * chunk + bit];
            table[chunk][value] = g.row(board);
        }
    for (std::size_t l = 0; l < g.lines.size(); ++l) {
        Word board = 0;
        for (int hole : g.lines[l]) board |= Word{1} << hole;
        for (int s = 0; s < 8; ++s) change[l].image[s] = g.key(permute(board, g.symmetries[s]));
    }
}

template <bool shared>
static void expand(const Key* parents, std::size_t count, std::vector<Key>& children, std::size_t& dead) {
    Key buffer[kBuffer];
    std::size_t done = 0, made = children.size();
    while (done < count) {
        int filled = 0;
        for (; done < count && filled <= kBuffer - 64; ++done) {
            const Key key = parents[done];
            const Row &a = table[0][key & 255], &b = table[1][key >> 8 & 255], &c = table[2][key >> 16 & 255], &d = table[3][key >> 24];
            Key image[8];
            for (int s = 0; s < 8; ++s) image[s] = a.image[s] ^ b.image[s] ^ c.image[s] ^ d.image[s];
            Word possible = (a.over ^ b.over ^ c.over ^ d.over) & (a.differ ^ b.differ ^ c.differ ^ d.differ);
            dead += possible == 0;
            for (; possible; possible &= possible - 1) {
                const Images& line = change[__builtin_ctzll(possible)];
                Key least = ~Key{0};
                for (int s = 0; s < 8; ++s) least = std::min(least, image[s] ^ line.image[s]);
                __builtin_prefetch(&seen[least >> 6], 1);
                buffer[filled++] = least;
            }
        }
        children.resize(made + filled);
        for (int i = 0; i < filled; ++i) {
            Word& word = seen[buffer[i] >> 6];
            const Word bit = Word{1} << (buffer[i] & 63);
            bool fresh = !(word & bit);
            if constexpr (shared) {
                if (fresh) fresh = !(std::atomic_ref<Word>(word).fetch_or(bit, std::memory_order_relaxed) & bit);
            } else {
                word |= bit;
            }
            children[made] = buffer[i];
            made += fresh;
        }
    }
    children.resize(made);
}

int main(int argc, char** argv) {
    const int threads = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    const Geometry geometry;
    build(geometry);
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t work = std::clock();
    std::vector<std::vector<Key>> layer{{geometry.key(Geometry::start())}};
    std::vector<std::size_t> layers;
    std::size_t total = 0, dead = 0;
    for (;;) {
        std::size_t size = 0;
        for (auto& part : layer) size += part.size();
        if (!size) break;
        layers.push_back(size);
        total += size;
        std::vector<std::vector<Key>> next(threads);
        if (threads == 1) {
            next[0].reserve(2 * size);
            for (auto& part : layer) expand<false>(part.data(), part.size(), next[0], dead);
        } else {
            // Slices are handed out one by one: equal halves of a layer do not take equal time.
            std::vector<std::pair<const Key*, std::size_t>> slices;
            for (auto& part : layer)
                for (std::size_t at = 0; at < part.size(); at += 16384)
                    slices.emplace_back(part.data() + at, std::min<std::size_t>(16384, part.size() - at));
            std::atomic<std::size_t> turn{0}, all_dead{0};
            std::vector<std::thread> crew;
            for (int t = 0; t < threads; ++t)
                crew.emplace_back([&, t] {
                    std::size_t mine = 0;
                    for (std::size_t i; (i = turn++) < slices.size();)
                        expand<true>(slices[i].first, slices[i].second, next[t], mine);
                    all_dead += mine;
                });
            for (auto& worker : crew) worker.join();
            dead += all_dead;
        }
        layer = std::move(next);
    }
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    std::printf("%zu %zu %.3f %.3f\n", total, dead, time.count(), double(std::clock() - work) / CLOCKS_PER_SEC);
    for (std::size_t size : layers) std::printf("%zu ", size);
    std::printf("\n");
}
