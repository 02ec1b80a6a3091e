declare module 'highlight.js/lib/languages/*' {
  const grammar: (core: object) => object
  export default grammar
}
