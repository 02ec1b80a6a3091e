/** Renders rows as CSV with a header line and CRLF line ends (RFC 4180). */
export function toCsv(header, rows) {
  return [header, ...rows].map((row) => `${row.map(toField).join(',')}\r\n`).join('')
}

function toField(value) {
  // A spreadsheet would run a field that starts like a formula.
  const text = String(value).replace(/^[=+@-]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
