import type { RasterPreview } from '@kianda/contract/open/storage/preview.contract';
import { previewObject } from '@kianda/contract/open/storage/preview.contract';
import { formatCount, formatNumber, UNKNOWN } from '@kianda/format';
import { FactList, Panel } from '@kianda/ui';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { NativeSelect, Stack } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { decodeValues } from '../api/decode-values.ts';
import { storageTexts } from '../texts.pt.ts';
import styles from './object-actions.module.css';
import { ParquetFacts } from './parquet-facts.tsx';

const texts = storageTexts.raster;
const whole = { maxDecimals: 0 } as const;
const fine = { maxDecimals: 4 } as const;

type Props = { readonly bucket: string; readonly objectKey: string; readonly name: string };

/** Preview of a large file as the server reads it: a raster with its picture, or a table's columns. */
export default function FilePreview({ bucket, objectKey, name }: Props) {
  const [band, setBand] = useState(1);
  const query = { key: objectKey, band };
  const preview = useEndpoint(
    previewObject,
    { params: { name: bucket }, query },
    { refetchSeconds: 0, timeoutSeconds: 60 },
  );
  return (
    <Panel title={name} source={preview}>
      {(value) =>
        value.kind === 'parquet' ? (
          <ParquetFacts table={value} name={name} />
        ) : (
          <Stack gap="sm">
            {value.bands === 1 ? null : <BandChoice raster={value} onChoose={setBand} />}
            <RasterPicture raster={value} name={name} />
            <RasterFacts raster={value} />
          </Stack>
        )
      }
    </Panel>
  );
}

/** More bands than this are typed nowhere: a list of hundreds is no choice. */
const mostListed = 64;

function BandChoice({
  raster,
  onChoose,
}: {
  readonly raster: RasterPreview;
  readonly onChoose: (band: number) => void;
}) {
  const bands = Array.from({ length: Math.min(raster.bands, mostListed) }, (_, index) => String(index + 1));
  return (
    <NativeSelect
      label={texts.band}
      data={bands}
      value={String(raster.band)}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
      maw={160}
    />
  );
}

function RasterPicture({ raster, name }: { readonly raster: RasterPreview; readonly name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { picture, band, reason } = raster;
  const scale = useMemo(() => {
    if (picture === null) return null;
    const { min, max } = picture;
    const range: readonly [number, number] = min < max ? [min, max] : [min - 1, max + 1];
    return createColourScale({ ramp: 'thermal', range, log: false });
  }, [picture]);
  useEffect(() => {
    const context = canvas.current?.getContext('2d') ?? null;
    if (picture === null || scale === null || context === null) return;
    const image = context.createImageData(picture.width, picture.height);
    for (const [index, value] of decodeValues(picture.values).entries()) image.data.set(scale.rgba(value), index * 4);
    context.putImageData(image, 0, 0);
  }, [picture, scale]);
  if (picture === null || scale === null) return reason === null ? null : <p>{texts.reasons[reason]}</p>;
  const said = texts.picture(name, String(band), formatNumber(picture.min, fine), formatNumber(picture.max, fine));
  return (
    <>
      <canvas
        ref={canvas}
        width={picture.width}
        height={picture.height}
        role="img"
        aria-label={said}
        className={styles.raster}
      />
      <Legend title={texts.legend} unit={texts.unit} scale={scale} />
    </>
  );
}

function RasterFacts({ raster }: { readonly raster: RasterPreview }) {
  const { width, height, bands, band, sample, crs, bbox, noData, overviews, isTiled } = raster;
  const unknown = (reason: string) => <abbr title={reason}>{UNKNOWN}</abbr>;
  const smaller = overviews === 0 ? texts.none : formatCount(overviews, ...texts.versions);
  return (
    <FactList
      items={[
        [texts.size, texts.cells(formatNumber(width, whole), formatNumber(height, whole))],
        [texts.band, texts.bands(String(band), String(bands))],
        [texts.sample, sample],
        [texts.crs, crs ?? unknown(texts.noCrs)],
        [
          texts.bounds,
          bbox === null ? unknown(texts.noBounds) : bbox.map((one) => formatNumber(one, fine)).join(' · '),
        ],
        [texts.noData, noData === null ? unknown(texts.noNoData) : formatNumber(noData, fine)],
        [texts.tiled, `${isTiled ? texts.layout.tiled : texts.layout.stripped}, ${smaller}`],
      ]}
    />
  );
}
