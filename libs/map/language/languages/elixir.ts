import type { Language } from '../language.js'

export const elixir: Language = {
  name: 'elixir',
  endings: ['.ex', '.exs'],
  bareCalls: true,
  shapes: [
    { kind: 'module', shape: /^\s*defmodule\s+([\w.]+)/ },
    { kind: 'function', shape: /^\s*def(?:p|macro|macrop|delegate|guard)?\s+(\w+)/ },
  ],
}
