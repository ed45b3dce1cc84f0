/**
 * The look of the page: one accent for the service, grey for the floor, light and dark.
 */

/** Palette indexes of floor, service, its variants, and a baseline. */
export const tones = { floor: 0, service: 1, pool: 2, inline: 3, baseline: 4 } as const;

/** The style sheet. */
export const style = `
:root { color-scheme: light dark; --paper: #fbfaf8; --card: #fff; --ink: #1d1f23; --soft: #666b75; --rule: #e4e2dd;
  --t0: #8b9099; --t1: #0b66c3; --t2: #0f9d8a; --t3: #b4690e; --t4: #a03a8c; --good: #1a7f4b; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --paper: #15171b; --card: #1d2025; --ink: #e9eaed; --soft: #a0a6b1;
  --rule: #33373f; --t0: #9aa1ad; --t1: #6bb1ff; --t2: #4fd1bd; --t3: #f0ab55; --t4: #e08bd0; --good: #5fd39a; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1360px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 26px; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 16px; margin: 0 0 2px; }
p { margin: 0; color: var(--soft); }
.facts { margin: 4px 0 24px; }
.warning { color: var(--bad); margin: -12px 0 16px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(210px, 1fr)); gap: 12px; margin-bottom: 20px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 16px; }
.tile, .card { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 14px 16px; }
.tile b { display: block; font-size: 24px; font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1.25; }
.tile span, .card p { font-size: 13px; color: var(--soft); }
.tile .good { color: var(--good); } .tile .bad { color: var(--bad); }
.card svg { display: block; width: 100%; height: auto; margin-top: 10px; }
/* On a narrow screen, charts scroll rather than become too small to read. */
.card { overflow-x: auto; } .card svg { min-width: 540px; }
svg text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: var(--ink); }
svg .tick, svg .axis { fill: var(--soft); font-variant-numeric: tabular-nums; }
svg .end { text-anchor: end; } svg .middle { text-anchor: middle; }
svg .grid { stroke: var(--rule); stroke-width: 1; }
svg .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
svg .strong { font-weight: 600; }
${[0, 1, 2, 3, 4].map((tone) => `.line.tone${tone} { stroke: var(--t${tone}); } .dot.tone${tone}, .bar.tone${tone} { fill: var(--t${tone}); } text.name.tone${tone} { fill: var(--t${tone}); font-weight: 600; }`).join('\n')}
.bar.rest { opacity: 0.45; }
table { border-collapse: collapse; width: 100%; font-size: 13px; font-variant-numeric: tabular-nums; margin-top: 8px; }
th, td { text-align: right; padding: 4px 8px; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th { color: var(--soft); font-weight: 500; } th:first-child, td:first-child { text-align: left; }
.wide { grid-column: 1 / -1; }
`;
