const GIB = 1_073_741_824

/** A size in GiB, without its unit: two decimals below 10 GiB, one from there on. */
export function gib(bytes: number): string {
  return (bytes / GIB).toFixed(bytes < 10 * GIB ? 2 : 1)
}

/** A whole number with a comma after each three digits. */
export function thousands(value: number): string {
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ',')
}
