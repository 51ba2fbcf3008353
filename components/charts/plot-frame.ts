/** The plot's distance from the edges of the chart's frame, in pixels. Overlays on the plot use it, too. */
export const PLOT = { top: 24, right: 8, bottom: 28, left: 44 } as const;

/** The height of every chart, its skeleton and its replacements. */
export const CHART_HEIGHT = 'h-72';
