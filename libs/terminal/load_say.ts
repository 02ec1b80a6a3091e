import { type Language, type Say, sayEnglish } from './words/say.js'

/** The texts of a language. Only a language that is spoken is loaded. */
export async function loadSay(language: Language): Promise<Say> {
  if (language === 'en') return sayEnglish
  const { sayChinese } = await import('./chinese/say.js')
  return sayChinese
}
