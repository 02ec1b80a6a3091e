/** `tailscale`: the listener that only tailscaled reaches, so that its identity headers can be trusted. */
export type Listener = 'open' | 'tailscale'
