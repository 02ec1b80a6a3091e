import { MultiDirectedGraph } from 'graphology'

interface Edge {
  n: number
  source: number
  target: number
}

/** A part of the relations as a graph, with the two questions that are asked of it. */
export interface Graph {
  /** Node -> its distance from the nearest start, up to a depth. Starts have 0. */
  distances(starts: readonly number[], depth: number): Map<number, number>
  /** The nodes of a shortest way, both ends included; null: there is none. */
  way(from: number, to: number): number[] | null
}

export function buildGraph(edges: readonly Edge[]): Graph {
  const graph = new MultiDirectedGraph()
  for (const { n, source, target } of edges) {
    graph.mergeNode(source)
    graph.mergeNode(target)
    graph.addDirectedEdgeWithKey(n, source, target)
  }
  return {
    distances(starts, depth) {
      const found = new Map<number, number>(starts.map((start) => [start, 0]))
      let border = starts.filter((start) => graph.hasNode(start))
      for (let far = 1; far <= depth && border.length > 0; far += 1) {
        const next: number[] = []
        for (const node of border) {
          graph.forEachNeighbor(node, (other) => {
            const number = Number(other)
            if (found.has(number)) return
            found.set(number, far)
            next.push(number)
          })
        }
        border = next
      }
      return found
    },
    way(from, to) {
      if (!graph.hasNode(from) || !graph.hasNode(to)) return null
      const before = new Map<number, number>([[from, from]])
      const queue = [from]
      for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
        if (node === to) return trace(before, from, to)
        for (const other of graph.neighbors(node).map(Number)) {
          if (before.has(other)) continue
          before.set(other, node)
          queue.push(other)
        }
      }
      return null
    },
  }
}

function trace(before: ReadonlyMap<number, number>, from: number, to: number): number[] {
  const way = [to]
  for (let node = to; node !== from; ) {
    node = before.get(node) ?? from
    way.unshift(node)
  }
  return way
}
