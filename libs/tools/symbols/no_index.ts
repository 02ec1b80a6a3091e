/** The answer of tools that need the index where there is none. */
export const NO_INDEX = 'There is no index of the project. Use symbol or grep.'
