import { formatBytes, formatCount } from '@kianda/format';
import { Button, FileButton, Group, NativeSelect } from '@mantine/core';
import { featureTexts } from '../texts.pt.ts';
import { layerTexts as texts } from './layer-texts.pt.ts';
import type { LayerFileState } from './use-layer-file.ts';

const accepted = '.gpkg,.geojson,.json,.geojsonl,.fgb,.zip,.csv,.tsv,.parquet,.kml';

type Props = {
  readonly state: LayerFileState;
  readonly maxBytes: number;
  /** Takes the name of the file as soon as one is chosen. */
  readonly onChosen?: (fileName: string) => void;
};

/** The file of a layer, and which of its tables is meant. */
export function LayerFileField({ state, maxBytes, onChosen }: Props) {
  const { file, chosen, sending } = state;
  const choose = (one: File | null) => {
    if (one !== null) onChosen?.(one.name);
    void state.send(one);
  };
  return (
    <>
      <Group gap="sm">
        <FileButton accept={accepted} onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" loading={state.isSending}>
              {texts.file}
            </Button>
          )}
        </FileButton>
        <span role="status">
          {sending !== null
            ? texts.sendingPart(sending.part, sending.total)
            : file === null || chosen === null
              ? texts.fileLimit(formatBytes(maxBytes))
              : texts.chosen(file.name, chosen.crs)}
        </span>
      </Group>
      {file === null || file.tables.length < 2 ? null : (
        <NativeSelect
          label={texts.table}
          value={state.table}
          onChange={(event) => state.setTable(event.currentTarget.value)}
          data={file.tables.map(({ name, features }) => ({
            value: name,
            label: texts.tableOf(
              name,
              features === null ? texts.unknownCount : formatCount(features, ...featureTexts.elements),
            ),
          }))}
        />
      )}
    </>
  );
}
