import { LIMITS, type Settings, systemClock } from '#core'
import { type ClientOptions, createClient, type Helper, normaliseBaseUrl, type Tier } from '#model'

/** A client of another endpoint. One try, because the main model answers in its place. */
export function openTier(
  { baseUrl, model, token, window }: NonNullable<Settings['tiers']['fast']>,
  onSend?: ClientOptions['onSend'],
): Tier {
  const place = { baseUrl: normaliseBaseUrl(baseUrl), token, clock: systemClock }
  const client = createClient({ ...place, limits: { tries: 1 }, onSend })
  return { model: client, modelName: model, windowTokens: window }
}

/** The tiers that take over where the main model fails, weakest first. */
export function openHelpers({ tiers: { medium, strong } }: Settings): Helper[] {
  const known = [
    { name: 'medium' as const, tier: medium, rate: LIMITS.tierMediumRate },
    { name: 'strong' as const, tier: strong, rate: LIMITS.tierRate },
  ]
  return known.flatMap(({ name, tier, rate }) =>
    tier === undefined
      ? []
      : [
          {
            ...openTier(tier),
            name,
            rate: tier.rate ?? rate,
            over: tier.over ?? LIMITS.tierRateOver,
          },
        ],
  )
}
