/** In a window of fewer rows a question with its answers leaves no room for what it is about. */
export const FEW_ROWS = 10
