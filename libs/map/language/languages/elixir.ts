import type { Language } from '../language.js'

export const elixir: Language = {
  name: 'elixir',
  endings: ['.ex', '.exs'],
  shapes: [
    { kind: 'module', shape: /^\s*defmodule\s+([\w.]+)/ },
    { kind: 'function', shape: /^\s*def(?:p|macro|macrop|delegate|guard)?\s+(\w+)/ },
  ],
}
