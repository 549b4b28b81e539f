import { formatNumber, UNKNOWN } from '@kianda/format';
import { Table } from '@mantine/core';
import { Dialog } from '../dialog/dialog.tsx';
import { usePreferences } from '../preferences/preferences.tsx';
import { provenanceDetails, provenanceWord } from '../provenance/describe.ts';
import { uiTexts } from '../texts.pt.ts';
import { Instant } from '../time/instant.tsx';
import { useNow } from '../time/now.tsx';
import type { TileProps, TileView } from './tile-props.ts';
import { tileHeader, tileRows } from './tile-rows.ts';

type Props = { readonly tile: TileProps; readonly view: TileView; readonly onClose: () => void };

/** Origin or numbers of one tile, in a dialog of its own. */
export default function TileDetails({ tile, view, onClose }: Props) {
  const title = view === 'origin' ? uiTexts.tile.originTitle(tile.label) : uiTexts.tile.tableTitle(tile.label);
  return (
    <Dialog onClose={onClose} title={title}>
      {view === 'origin' ? <Origin tile={tile} /> : <Numbers tile={tile} />}
    </Dialog>
  );
}

function Origin({ tile }: { readonly tile: TileProps }) {
  const now = useNow(10);
  const { timeZone } = usePreferences();
  if (tile.value === undefined) return <p>{uiTexts.panel.loading}</p>;
  const { provenance, missingReason } = tile.value;
  const rows: (readonly [string, string])[] = [
    [uiTexts.tile.state, provenanceWord(provenance, now)],
    ...provenanceDetails(provenance, now, timeZone),
  ];
  if (tile.value.value === null) rows.push([uiTexts.provenance.reason, missingReason ?? uiTexts.tile.unknown]);
  return (
    <>
      <p>{uiTexts.provenance.explain[provenance.state]}</p>
      <Table variant="vertical" mt="md" withTableBorder>
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={140}>
                {label}
              </Table.Th>
              <Table.Td className="k-tabular">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function Numbers({ tile }: { readonly tile: TileProps }) {
  const now = useNow(10);
  const provenance = (tile.history ?? tile.value)?.provenance;
  return (
    <Table stickyHeader striped className="k-tabular">
      <Table.Thead>
        <Table.Tr>
          {tileHeader.map((name) => (
            <Table.Th key={name} scope="col">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tileRows(tile).map(([at, value, unit]) => (
          <Table.Tr key={at}>
            <Table.Td>{at === '' ? UNKNOWN : <Instant at={at} />}</Table.Td>
            <Table.Td>{typeof value === 'string' ? value : formatNumber(value, tile.format)}</Table.Td>
            <Table.Td>{unit}</Table.Td>
            <Table.Td>{provenance === undefined ? UNKNOWN : provenanceWord(provenance, now)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
