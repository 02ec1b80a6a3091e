// Plain JavaScript, so that the types of highlight.js, which need those of a browser, are not read.
export { default } from 'highlight.js/lib/core'
