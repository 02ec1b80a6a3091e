/** A number for people: `32,768`. */
export function figure(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
}
