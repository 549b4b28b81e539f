import { BarChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { token } from '../time-series/plot.ts';

// Only what is drawn is loaded: the whole of ECharts would be three times as heavy.
use([
  BarChart,
  HeatmapChart,
  LineChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
  SVGRenderer,
]);

export type ChartOption = EChartsCoreOption;
export type ChartEngine = EChartsType;

/** The page's colours and type as they are now; a chart is drawn anew when they change. */
export type Look = {
  readonly text: string;
  readonly faint: string;
  readonly border: string;
  readonly surface: string;
  readonly line: string;
  readonly font: string;
};

export function presentLook(): Look {
  return {
    text: token('--k-text'),
    faint: token('--k-text-2'),
    border: token('--k-border'),
    surface: token('--k-surface'),
    line: token('--k-line'),
    font: token('--k-font'),
  };
}

/** An empty chart in `element`, as SVG. */
export function createEngine(element: HTMLElement, height: number): ChartEngine {
  return init(element, null, { renderer: 'svg', height, width: Math.max(200, element.clientWidth) });
}
