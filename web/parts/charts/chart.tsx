import { type ReactNode, useEffect, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { type ChartColour, colourOf } from './chart-colour.ts';
import './chart.css';

export interface ChartTable {
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** The size of the drawing and of the part of it inside the axes. */
export interface Plot {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface LegendEntry {
  name: string;
  colour: ChartColour;
  /** The shape of the mark in the legend; an area by default. */
  mark?: 'line' | 'dashes' | 'band';
}

export interface ChartProps {
  /** The name of the chart. */
  title: string;
  /** One sentence on how to read it. */
  text?: string | undefined;
  legend?: readonly LegendEntry[];
  /** The same numbers as a table, for people who cannot see the drawing or want the values. */
  table: ChartTable;
  height?: number | undefined;
  /** Why there is nothing to draw; it takes the place of the drawing. */
  empty?: string | undefined;
  /** The drawing. */
  children: (plot: Plot) => ReactNode;
  /** What can be pointed at, each with its position, its label and the content of the tooltip. */
  points: (plot: Plot) => readonly ChartPoint[];
  /** Called for a press on a point, or Enter. */
  onOpen?: ((index: number) => void) | undefined;
}

export interface ChartPoint {
  x: number;
  y: number;
  /** For screen readers and as the heading of the tooltip. */
  label: string;
  values: readonly { name: string; value: string | number; colour?: ChartColour }[];
}

const margin = { left: 36, right: 10, top: 10, bottom: 24 };

/** Frame, legend, cursor, tooltip and table of every chart. One stop for Tab; the arrows move from point to point. */
export function Chart(props: ChartProps) {
  const { title, text, legend, table, height = 220, empty, children, points, onOpen } = props;
  const [asTable, setAsTable] = useState(false);
  const [active, setActive] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const plot: Plot = {
    width,
    height,
    left: margin.left,
    right: width - margin.right,
    top: margin.top,
    bottom: height - margin.bottom,
  };
  const all = points(plot);
  const shown = active === undefined ? undefined : all[active];
  const last = all.length - 1;
  if (empty)
    return (
      <figure className="chart">
        <figcaption>
          <h2 className="chart-title">{title}</h2>
        </figcaption>
        <p className="chart-empty">{empty}</p>
      </figure>
    );
  return (
    <figure className="chart">
      <figcaption className="chart-head">
        <div>
          <h2 className="chart-title">{title}</h2>
          {text && <p className="chart-text">{text}</p>}
        </div>
        <IconButton
          icon={asTable ? 'chart' : 'list'}
          label={asTable ? m.parts.showAsChart : m.parts.showAsTable}
          onClick={() => setAsTable(!asTable)}
        />
      </figcaption>
      {legend && !asTable && <Legend entries={legend} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the range inside is the control; the box only follows the pointer */}
      <div
        className={asTable ? 'said' : 'chart-plot'}
        ref={box}
        style={{ height }}
        onPointerMove={({ currentTarget, clientX, clientY }) => {
          const { left, top } = currentTarget.getBoundingClientRect();
          setActive(nearest(all, clientX - left, clientY - top));
        }}
        onPointerLeave={() => setActive(undefined)}
        onClick={() => active !== undefined && onOpen?.(active)}
        onKeyDown={(event) => event.key === 'Enter' && active !== undefined && onOpen?.(active)}
      >
        {!asTable && width > 0 && (
          <>
            <svg width={width} height={height} aria-hidden="true">
              {children(plot)}
              {shown && (
                <line className="chart-cursor" x1={shown.x} x2={shown.x} y1={plot.top} y2={plot.bottom} />
              )}
              {shown && <circle className="chart-point" cx={shown.x} cy={shown.y} r={4} />}
            </svg>
            {/* The range is one tab stop, moved by arrows, and announces the value of the current point. */}
            <input
              type="range"
              className="chart-range"
              aria-label={title}
              min={0}
              max={Math.max(0, last)}
              value={active ?? last}
              aria-valuetext={wordsOf(all[active ?? last])}
              disabled={all.length === 0}
              onFocus={() => setActive((before) => before ?? last)}
              onBlur={() => setActive(undefined)}
              onChange={(event) => setActive(Number(event.target.value))}
            />
            {shown && <ChartTip point={shown} plot={plot} />}
          </>
        )}
      </div>
      <ChartValues title={title} table={table} shown={asTable} />
    </figure>
  );
}

const wordsOf = (point: ChartPoint | undefined) =>
  point && [point.label, ...point.values.map(({ name, value }) => `${name} ${value}`)].join(', ');

/** By the horizontal distance first: in a line chart a day is chosen, in a scatter the points of a day by height. */
function nearest(all: readonly ChartPoint[], x: number, y: number): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, point] of all.entries()) {
    const distance = Math.abs(point.x - x) * 4 + Math.abs(point.y - y);
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="chart-legend">
      {entries.map(({ name, colour, mark }) => (
        <li key={name}>
          <span
            className={classes('chart-swatch', mark && `chart-swatch-${mark}`)}
            style={{ color: colourOf(colour) }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}

function ChartTip({ point, plot }: { point: ChartPoint; plot: Plot }) {
  const isLeft = point.x > plot.width / 2;
  const side = isLeft ? { right: plot.width - point.x + 10 } : { left: point.x + 10 };
  return (
    <div className="chart-tip" style={{ ...side, top: plot.top }} aria-hidden="true">
      <strong>{point.label}</strong>
      {point.values.map(({ name, value, colour }) => (
        <span key={name}>
          {colour && <span className="chart-swatch" style={{ color: colourOf(colour) }} />}
          {name}
          <b>{value}</b>
        </span>
      ))}
    </div>
  );
}

function ChartValues({ title, table, shown }: { title: string; table: ChartTable; shown: boolean }) {
  return (
    <section
      className={shown ? 'chart-table' : 'said'}
      aria-label={m.parts.valuesOf(title)}
      tabIndex={shown ? 0 : undefined}
    >
      <table>
        <thead>
          <tr>
            {table.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.join('|')}>
              {row.map((cell, index) => (
                <td key={table.head[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
