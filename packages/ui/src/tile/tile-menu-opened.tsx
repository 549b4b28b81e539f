import { toCsv } from '@kianda/contract/core/csv';
import { Menu } from '@mantine/core';
import { IconCopy, IconFileTypeCsv, IconInfoCircle, IconMessage, IconTable } from '@tabler/icons-react';
import { use, useEffect, useRef, useState } from 'react';
import { FigureToolContext } from '../panel/figure-tool.ts';
import { downloadText } from '../table/download.ts';
import { uiTexts } from '../texts.pt.ts';
import { TileMenuButton } from './tile-menu-button.tsx';
import type { TileMenuProps } from './tile-props.ts';
import { tileHeader, tileRows } from './tile-rows.ts';

/** The menu in place of the button that was pressed before it came: it opens at once. */
export default function TileMenuOpened({ tile, onView }: TileMenuProps) {
  const [said, setSaid] = useState('');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The keyboard comes back to what had it when the menu closes: it must be this button, not the one that went.
    button.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);
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
      <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <TileMenuButton ref={button} label={tile.label} />
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
