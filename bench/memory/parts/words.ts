const STARTS =
  'ba be bi bo bu da de di do du fa fe fi fo fu ga go gu ka ki ko la le li lo lu ma me mi mo mu na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi za zo'
const MIDDLES = 'ban den dor fal gan hel jin kar len mar nes pol quen rin sel tar van wel xon zen'
const ENDS = 'a ar el en er ic ik il in is o ok on or os um us y'

/** 17,100 made-up words, most frequent first: nothing of a real vocabulary is needed to measure time. */
export const WORDS: readonly string[] = STARTS.split(' ').flatMap((start) =>
  MIDDLES.split(' ').flatMap((middle) => ENDS.split(' ').map((end) => start + middle + end)),
)
