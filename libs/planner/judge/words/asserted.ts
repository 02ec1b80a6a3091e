const ITEM = /^\s*(?:[-*•+–]|\d+[.)])\s+/
const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*|__[^_]+__)|:\W*$/
/** A heading of what is left to others, or of what was not done. */
const OPEN =
  /\b(?:future|next steps?|follow[- ]?ups?|suggest\w*|recommend\w*|optional\w*|consider\w*|ideas?|alternatives?|further|later|could|might|should|would|if you|limitations?|out of scope|todo|not (?:part|done|included|changed?|touch\w*|add\w*|implement\w*|needed|covered)|(?:do|does|did) not|didn't|doesn't|don't|have not|haven't|nothing)\b/i
/** An item that says what somebody did, under any heading. */
const DID =
  /^\W*(?:(?:i|we)\b|(?:fixed|changed|added|updated|implemented|created|removed|refactored|wrote|renamed|replaced|moved|introduced|extended|tested|verified|ran|documented|deployed|pushed|committed|installed)\b)|\b(?:was|were|is|are|has been|have been) (?:now )?(?:added|changed|fixed|updated|implemented|created|tested|done|written)\b/i

/** A text in English without the items of lists whose heading proposes or denies them, such as "Next steps". */
export function asserted(text: string): string {
  let isOpen = false
  return text
    .split('\n')
    .filter((line) => {
      if (line.trim() === '') return true
      if (ITEM.test(line) && !/^\s*\*\*/.test(line))
        return !isOpen || DID.test(line.replace(ITEM, ''))
      const plain = line.replace(/[*_`]/g, '')
      isOpen = HEADING.test(line) && OPEN.test(plain) && !/\b(?:now|done:)/i.test(plain)
      return true
    })
    .join('\n')
}

/** A text with the line above each list in front of every item of it: "Not changed:" says something of each. */
export function withHeadings(text: string): string {
  let heading = ''
  return text
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line
      if (ITEM.test(line) && !/^\s*\*\*/.test(line)) return `${heading} ${line.replace(ITEM, '')}`
      heading = HEADING.test(line) ? line.replace(/[:*#\s]+$/, '').replace(/^[\s#*]+/, '') : ''
      return line
    })
    .join('\n')
}
