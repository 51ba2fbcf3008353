/** The plot's distance from the edges of the chart's frame, in pixels. Overlays on the plot use it, too. */
export const PLOT = { top: 24, right: 8, bottom: 28, left: 44 } as const;

/** The height of every chart, its skeleton and its replacements. */
export const CHART_HEIGHT = 'h-72';

/** The row above the chart: the legend and the buttons. On small screens the buttons are below the legend. */
export const CHART_HEAD =
  'flex min-h-26 flex-col gap-2 sm:min-h-18 lg:min-h-8 lg:flex-row lg:items-center lg:justify-between';
