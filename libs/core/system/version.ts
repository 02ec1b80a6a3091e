/** The version that both programs print; the house checks it against package.json. */
export const VERSION = '0.1.0'
