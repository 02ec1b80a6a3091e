import type { Sheet } from '../../types/sheet.js'

export const graphsAndTrees: Sheet = {
  name: 'graphs_and_trees',
  words: ['graph', 'tree', 'bfs', 'dfs', 'cycle', 'topological', 'recursion'],
  pairs: ['shortest path', 'topological sort', 'depth first'],
  rules: [
    'Mark a node as seen when it is queued, not when it is taken.',
    'Use a queue for shortest paths, a stack for depth first.',
    'Deep recursion overflows: use an own stack above some thousand levels.',
    'A topological order exists only without a cycle.',
  ],
}
