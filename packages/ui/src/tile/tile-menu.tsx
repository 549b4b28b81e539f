import { toCsv } from '@kianda/contract/core/csv';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconFileTypeCsv, IconInfoCircle, IconMessage, IconTable } from '@tabler/icons-react';
import { use, useState } from 'react';
import { cx } from '../cx.ts';
import { FigureToolContext } from '../panel/figure-tool.ts';
import { downloadText } from '../table/download.ts';
import { uiTexts } from '../texts.pt.ts';
import styles from './tile.module.css';
import type { TileProps, TileView } from './tile-props.ts';

/** Rows of a tile as its table and CSV show them. */
export function tileRows(tile: TileProps): readonly (readonly [string, string | number | null, string, string])[] {
  const unit = tile.unit ?? '';
  const history = tile.history;
  if (history !== undefined) {
    return history.value.map((point) => [point.at, point.value, unit, history.provenance.state] as const);
  }
  const sourced = tile.value;
  if (sourced === undefined) return [];
  const at = sourced.provenance.state === 'fallback' ? '' : (sourced.provenance.observedAt ?? '');
  return [[at, sourced.value, unit, sourced.provenance.state]];
}

export const tileHeader = [uiTexts.tile.instant, uiTexts.tile.value, uiTexts.tile.unit, uiTexts.tile.state] as const;

type Props = { readonly tile: TileProps; readonly onView: (view: TileView) => void };

/** Menu of a figure: its origin, its numbers, a file of them, a link to it, and what the page around it offers. */
export function TileMenu({ tile, onView }: Props) {
  const [said, setSaid] = useState('');
  const tool = use(FigureToolContext);
  const copyLink = () => {
    const link = new URL(window.location.href);
    link.hash = tile.id;
    navigator.clipboard
      .writeText(link.href)
      .then(() => setSaid(uiTexts.tile.linkCopied))
      .catch(() => setSaid(uiTexts.tile.linkFailed));
  };
  return (
    <>
      <span className="k-visually-hidden" role="status">
        {said}
      </span>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={cx(styles.menu, 'k-no-print')}
            aria-label={uiTexts.tile.menu(tile.label)}
          >
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={() => onView('origin')}>
            {uiTexts.tile.origin}
          </Menu.Item>
          <Menu.Item leftSection={<IconTable size={16} />} onClick={() => onView('table')}>
            {uiTexts.tile.table}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileTypeCsv size={16} />}
            onClick={() => downloadText(`${tile.id}.csv`, 'text/csv', toCsv(tileHeader, tileRows(tile)))}
          >
            {uiTexts.tile.csv}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} closeMenuOnClick={false} onClick={copyLink}>
            {said === '' ? uiTexts.tile.link : said}
          </Menu.Item>
          {tool === undefined ? null : (
            <Menu.Item
              leftSection={<IconMessage size={16} />}
              onClick={() => tool.open({ title: tile.label, id: tile.id })}
            >
              {tool.name}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
