import { LIMITS, type Settings, systemClock } from '#core'
import { listModels, loadedWindow, ollamaModel } from '#model'
import type { FoundModel } from './find_model.js'
import { followListedWindow } from './listed_window.js'

/** What an endpoint says about the window of a model. */
interface Probe {
  mark: string
  reportedWindow: number | null
  takesTools: boolean | null
  /** Upper limit, whatever the settings say. */
  mostWindow: number
  servedWindow: (() => Promise<number | null>) | undefined
}

/** When the list reports no window, the server may be Ollama, which has other APIs for it. */
export async function probe(found: FoundModel, settings: Settings): Promise<Probe> {
  const { name, windowTokens: reportedWindow, takesTools, mark } = found
  const unbounded = Number.POSITIVE_INFINITY
  const plain = { mark, reportedWindow, takesTools, mostWindow: unbounded, servedWindow: undefined }
  const options = { baseUrl: found.baseUrl, token: settings.token, clock: systemClock }
  if (reportedWindow !== null) {
    const ask = async () => {
      const listed = (await listModels(options)).find(({ id }) => id === name)
      const window = listed?.windowTokens ?? null
      return window === null ? null : Math.min(window, settings.window ?? unbounded)
    }
    return { ...plain, servedWindow: followListedWindow(reportedWindow, ask, systemClock) }
  }
  const [ollama, loaded] = await Promise.all([
    ollamaModel(options, name),
    loadedWindow(options, name),
  ])
  if (ollama === null) return plain
  const servedWindow = async () => {
    const now = await loadedWindow(options, name)
    return now === null ? null : Math.min(now, settings.window ?? unbounded)
  }
  const mostWindow = loaded ?? settings.window ?? LIMITS.unloadedWindowTokens
  return {
    mark: ollama.digest,
    reportedWindow: loaded,
    takesTools: ollama.takesTools,
    mostWindow,
    servedWindow,
  }
}
