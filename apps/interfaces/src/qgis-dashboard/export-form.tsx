import { analysisFile, type ResultFormat, resultFormats } from '@kianda/contract/space/spatial/analyses.contract';
import {
  exportTemporal,
  type TemporalFileFormat,
  temporalFileFormats,
} from '@kianda/contract/space/temporal/temporal.contract';
import { downloadBlob } from '@kianda/ui';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallFailure } from '../client/client.ts';
import { useClient } from '../client/use-read.ts';
import { fileNameOf } from './analysis-request.ts';
import styles from './qgis.module.css';
import { type QgisState, timeVariables } from './state.ts';
import { qgisTexts as texts } from './texts.pt.ts';
import type { useAnalysis } from './use-analysis.ts';

/** Endings of the file formats that are not their own names. */
const endings: Readonly<Record<ResultFormat | TemporalFileFormat, string>> = {
  geojson: 'geojson',
  gpkg: 'gpkg',
  fgb: 'fgb',
  parquet: 'parquet',
  shp: 'zip',
  csv: 'csv',
  kml: 'kml',
  tif: 'tif',
  qgz: 'zip',
  netcdf: 'nc',
  geotiff: 'tif',
};
const ofWhole: readonly ResultFormat[] = ['gpkg', 'qgz'];

type Props = {
  readonly state: QgisState;
  readonly of: ReturnType<typeof useAnalysis>;
  /** Start of the period, ISO 8601. */
  readonly from: string;
};

/** Choice of what is exported, in which format, and under which name. */
export function ExportForm({ state, of, from }: Props) {
  const client = useClient();
  const [what, setWhat] = useState<'result' | 'field'>('result');
  const [resultFormat, setResultFormat] = useState<ResultFormat>('geojson');
  const [fieldFormat, setFieldFormat] = useState<TemporalFileFormat>('netcdf');
  const [name, setName] = useState('');
  const [said, setSaid] = useState<{ readonly text: string; readonly isFault: boolean } | null>(null);
  const variable = timeVariables[state.variavel];
  const formats = of.layer?.kind === 'raster' ? rasterFormats : vectorFormats;
  const format = formats.includes(resultFormat) ? resultFormat : (formats[0] ?? 'geojson');
  const isReady = what === 'field' ? variable !== null : of.analysis?.status === 'completed' && of.layer !== null;

  const fetchFile = async (): Promise<Blob | null> => {
    if (what === 'field') {
      if (variable === null) return null;
      return client.download(exportTemporal, { params: { variable }, query: { format: fieldFormat, from } });
    }
    if (of.analysis === null || of.layer === null) return null;
    const layer = ofWhole.includes(format) ? {} : { layer: of.layer.id };
    return client.download(analysisFile, { params: { id: of.analysis.id }, query: { format, ...layer } });
  };
  const download = async () => {
    setSaid({ text: texts.downloading, isFault: false });
    try {
      const blob = await fetchFile();
      if (blob === null) return;
      const written = name === '' ? (of.analysis?.name ?? state.variavel) : name;
      downloadBlob(fileNameOf(written, endings[what === 'field' ? fieldFormat : format]), blob);
      setSaid({ text: texts.downloaded, isFault: false });
    } catch (thrown) {
      setSaid({ text: thrown instanceof CallFailure ? thrown.message : String(thrown), isFault: true });
    }
  };
  return (
    <>
      <h2 className={styles.sideTitle}>{texts.export}</h2>
      <NativeSelect
        label={texts.what}
        value={what}
        onChange={({ currentTarget }) => setWhat(currentTarget.value === 'field' ? 'field' : 'result')}
        data={[
          { value: 'result', label: texts.whatResult },
          { value: 'field', label: texts.whatField },
        ]}
      />
      <FormatSelect
        names={what === 'field' ? temporalFileFormats : only(formats)}
        value={what === 'field' ? fieldFormat : format}
        onChange={(value) =>
          what === 'field' ? setFieldFormat(value as TemporalFileFormat) : setResultFormat(value as ResultFormat)
        }
      />
      <TextInput
        label={texts.fileName}
        value={name}
        maxLength={80}
        placeholder={of.analysis?.name ?? state.variavel}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button variant="default" disabled={isReady !== true} onClick={() => void download()}>
        {texts.download}
      </Button>
      <p
        role={said?.isFault === true ? 'alert' : 'status'}
        className={said?.isFault === true ? styles.fault : styles.note}
      >
        {isReady === true ? said?.text : what === 'field' ? texts.noFieldFile : texts.noResultFile}
      </p>
    </>
  );
}

const rasterFormats: readonly ResultFormat[] = ['tif', 'qgz'];
const vectorFormats = (Object.keys(resultFormats) as ResultFormat[]).filter((format) => format !== 'tif');
const only = (formats: readonly ResultFormat[]) =>
  Object.fromEntries(formats.map((format) => [format, resultFormats[format]]));

type FormatProps = {
  readonly names: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function FormatSelect({ names, value, onChange }: FormatProps) {
  return (
    <NativeSelect
      label={texts.format}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={Object.entries(names).map(([format, label]) => ({ value: format, label }))}
    />
  );
}
