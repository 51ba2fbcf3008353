/** Where the lines are drawn inside of the chart's frame, in pixels from its edges. What lies over the plot needs to know. */
export const PLOT = { top: 24, right: 8, bottom: 28, left: 44 } as const;

/** The height of every chart, its skeleton and whatever takes its place. */
export const CHART_HEIGHT = 'h-72';
