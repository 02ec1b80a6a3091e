import { UNIT, USER } from './places.js'

export interface UnitFacts {
  node: string
  program: string
  config: string
  /** true: the model runs inside the service (the embedded engine), so it needs the card and its memory. */
  embedded: boolean
  /** How long running streams may go on, from the settings. */
  drainMs: number
}

/** Where Debian's packages of Node and npm put things. */
export const USUAL_UNIT: UnitFacts = {
  node: '/usr/bin/node',
  program: '/usr/lib/node_modules/aircoder/dist/aircoder-proxy.js',
  config: '/etc/aircoder/proxy.json',
  embedded: false,
  drainMs: 30_000,
}

/** For the work after the drain: error events for the remaining streams, sockets and usage records closed. */
const STOP_MARGIN_S = 15

/**
 * The systemd unit: starts and restarts the proxy, and denies it all that it does not need.
 * `systemd-analyze security` puts it at 2.5 or lower; a test checks that.
 */
export function unitText({ node, program, config, embedded, drainMs }: UnitFacts): string {
  const device = embedded
    ? `# The model runs in this process: it needs the card, and memory for weights and cache.
DevicePolicy=closed
DeviceAllow=char-nvidia-frontend rw
DeviceAllow=char-nvidia rw
DeviceAllow=char-nvidia-uvm rw
DeviceAllow=char-drm rw`
    : `PrivateDevices=yes
MemoryMax=2G`
  return `# Written by \`aircoder-proxy setup\`; \`aircoder-proxy doctor\` says when it is out of date.
# Changes of your own: systemctl edit ${UNIT}
[Unit]
Description=aircoder-proxy: one GPU, shared fairly
Documentation=file:${encodeURI(config).replaceAll('%', '%%')}
After=network-online.target ollama.service
Wants=network-online.target
# A program that cannot start stops here, with its reason in the journal. Then: systemctl reset-failed ${UNIT}
StartLimitIntervalSec=300
StartLimitBurst=20

[Service]
Type=exec
User=${USER}
Group=${USER}
ExecStart=${quote(node)} ${quote(program)} serve --config ${quote(config)}
ExecReload=/bin/kill -HUP $MAINPID
Restart=always
RestartSec=2
# Exit status 2 means wrong settings: another start would read the same ones.
RestartPreventExitStatus=2
# Longer than drainMs of the settings: running answers may end.
TimeoutStopSec=${Math.ceil(drainMs / 1_000) + STOP_MARGIN_S}
KillMode=control-group
Environment=NODE_ENV=production

StateDirectory=${UNIT}
StateDirectoryMode=0700
RuntimeDirectory=${UNIT}
RuntimeDirectoryMode=0700
UMask=0077
LimitNOFILE=65536
TasksMax=256
LogRateLimitIntervalSec=30s
LogRateLimitBurst=5000

# It reads its settings, writes its state folder, and speaks TCP. Nothing else.
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateUsers=yes
${device}
# Ollama's runner says in its command line how many slots it has; with ProtectProc=invisible nobody could ask.
ProtectProc=default
ProcSubset=pid
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
KeyringMode=private
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
# MemoryDenyWriteExecute stays unset: V8 writes the machine code that it runs.

[Install]
WantedBy=multi-user.target
`
}

/** systemd reads backslashes, quotes, dollars and per cent signs in a command as its own. */
function quote(text: string): string {
  if (/^[\w./+@:=-]+$/.test(text)) return text
  const escaped = text.replace(/[\\"]/g, '\\$&').replaceAll('$', '$$$$').replaceAll('%', '%%')
  return `"${escaped}"`
}
