/** Path -> a text, and the definitions in it, with their kinds and lines. */
export const TEXTS: Record<string, [string, string]> = {
  'a.sh': ['LIMIT=3\ngreet() {\n  echo hi\n}\n', 'constant LIMIT 1, function greet 2'],
  'a.c': [
    '#define MAX 3\nstruct point { int x; };\nstatic int *add(int a,\n  int b) { return 0; }\n',
    'macro MAX 1, struct point 2, function add 3',
  ],
  'a.cpp': [
    'namespace n {\nclass Box {\n public:\n  int size();\n};\nint Box::size() { return 1; }\n}\n',
    'module n 1, class Box 2, method size 4, function size 6',
  ],
  'a.cs': [
    'namespace N;\npublic class Box {\n  public int Size { get; }\n  public void Open(int a) { }\n}\n',
    'class Box 2, property Size 3, method Open 4',
  ],
  'a.css': ['.card { color: red }\n#top { }\n', 'rule card 1, rule top 2'],
  'a.dart': [
    'class Box {\n  void open() {}\n}\nint add(int a) => a;\n',
    'class Box 1, function open 2, function add 4',
  ],
  'a.go': [
    'package a\ntype Box struct{}\nfunc (b *Box) Open() {}\nfunc add() {}\nconst Max = 3\n',
    'type Box 2, method Open 3, function add 4, constant Max 5',
  ],
  'a.ini': ['[server]\nport = 1\n', 'section server 1'],
  'A.java': [
    'class Box {\n  Box() {}\n  @Override\n  int open(int a) { return a; }\n}\n',
    'class Box 1, method Box 2, method open 4',
  ],
  'a.js': [
    "const fs = require('fs')\nfunction add(a) {}\nclass Box { open() {} }\napp.use = function use() {}\nconst go = async () => {}\nconst MAX = 3\n",
    'function add 2, class Box 3, method open 3, function use 4, function go 5, constant MAX 6',
  ],
  'a.php': [
    '<?php\nclass Box {\n  function open() {}\n}\nfunction add() {}\n',
    'class Box 2, method open 3, function add 5',
  ],
  'a.ps1': [
    'function Get-Box {\n}\nclass Box {\n  [int] Open() { return 1 }\n}\n',
    'function Get-Box 1, class Box 3, method Open 4',
  ],
  'a.py': [
    'MAX = 3\nclass Box:\n    @property\n    def open(self):\n        pass\n',
    'constant MAX 1, class Box 2, function open 4',
  ],
  'a.rb': [
    'module M\n  class Box\n    def open; end\n    def self.add; end\n  end\nend\n',
    'module M 1, class Box 2, method open 3, method add 4',
  ],
  'a.rs': [
    'pub struct Box;\nimpl Box {\n  pub fn open(&self) {}\n}\ntrait T { fn go(&self); }\nconst MAX: u8 = 3;\n',
    'struct Box 1, impl Box 2, function open 3, trait T 5, function go 5, constant MAX 6',
  ],
  'a.sol': [
    'contract Box {\n  event Opened();\n  function open() public {}\n}\n',
    'class Box 1, event Opened 2, function open 3',
  ],
  'a.swift': [
    'class Box {\n  func open() {}\n}\nprotocol P { func go() }\n',
    'class Box 1, function open 2, interface P 4, function go 4',
  ],
  'a.tsx': ['export function Card(props: P) { return <b/> }\n', 'function Card 1'],
  'a.ts': [
    'export interface P { go(): void }\nexport type Q = string\nenum E { A }\nexport const add = (a: number) => a\n',
    'interface P 1, method go 1, type Q 2, enum E 3, function add 4',
  ],
  'a.vue': [
    '<template><b/></template>\n<script>\nfunction open() {}\n</script>\n',
    'function open 3',
  ],
  'a.kt': ['class Box {\n  fun open() {}\n}\n', 'class Box 1, function open 2'],
}
