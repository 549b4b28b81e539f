import type { LegendClass } from '@kianda/contract/space/spatial/analysis-results';
import { strToU8, zipSync } from 'fflate';
import type { StoredLayer } from '../spatial.tables.ts';
import type { FileAbout, FileLayer } from './file.types.ts';
import { xml } from './xml.ts';

type Parts = {
  readonly vectors: readonly FileLayer[];
  readonly rasters: readonly { readonly layer: StoredLayer; readonly bytes: Uint8Array }[];
  readonly geoPackage: Uint8Array;
};

/** Name of the GeoPackage within the project. */
const dataName = 'dados.gpkg';
/** Beside the project: QGIS 3.22 opens no data from within it. */
const beside = './';
const wgs84 =
  '<spatialrefsys><wkt>GEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],CS[ellipsoidal,2],AXIS["geodetic latitude (Lat)",north,ORDER[1],ANGLEUNIT["degree",0.0174532925199433]],AXIS["geodetic longitude (Lon)",east,ORDER[2],ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4326]]</wkt><proj4>+proj=longlat +datum=WGS84 +no_defs</proj4><srsid>3452</srsid><srid>4326</srid><authid>EPSG:4326</authid><description>WGS 84</description><projectionacronym>longlat</projectionacronym><ellipsoidacronym>EPSG:7030</ellipsoidacronym><geographicflag>true</geographicflag></spatialrefsys>';

/** A zip with a QGIS project (`.qgz`, with method and styles) and its data beside it: opens in QGIS 3.22 and later. */
export function qgisProjectFile({ vectors, rasters, geoPackage }: Parts, about: FileAbout): Uint8Array {
  const layers = [
    ...vectors.map(({ layer }) => ({ layer, id: `kianda_${layer.id.replaceAll('-', '_')}` })),
    ...rasters.map(({ layer }) => ({ layer, id: `kianda_${layer.id.replaceAll('-', '_')}` })),
  ];
  const boxes = layers.flatMap(({ layer }) => (layer.bbox === null ? [] : [layer.bbox]));
  const project = `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis projectname="${xml(about.title)}" version="3.22.16-Białowieża">
  <title>${xml(about.title)}</title>
  <projectCrs>${wgs84}</projectCrs>
  <layer-tree-group>${layers
    .map(
      ({ layer, id }) =>
        `<layer-tree-layer id="${id}" name="${xml(layer.title)}" providerKey="${layer.kind === 'raster' ? 'gdal' : 'ogr'}" source="${xml(sourceOf(layer))}" checked="Qt::Checked" expanded="1"/>`,
    )
    .join('')}</layer-tree-group>
  <mapcanvas name="theMapCanvas"><units>degrees</units><extent>${extentOf(boxes)}</extent><rotation>0</rotation><destinationsrs>${wgs84}</destinationsrs></mapcanvas>
  <projectlayers>${layers.map(({ layer, id }) => mapLayer(layer, id, about)).join('\n')}</projectlayers>
  <layerorder>${layers.map(({ id }) => `<layer id="${id}"/>`).join('')}</layerorder>
  <properties><Paths><Absolute type="bool">false</Absolute></Paths></properties>
  <projectMetadata><identifier/><title>${xml(about.title)}</title><abstract>${xml(`${about.methods.join(' ')} ${about.citation}${about.isSimulated ? ' Dados simulados.' : ''}`)}</abstract><author>Kianda</author><creation>${xml(about.madeAt)}</creation></projectMetadata>
</qgis>
`;
  return zipSync({
    'projeto.qgz': zipSync({ 'projeto.qgs': strToU8(project) }),
    ...(vectors.length === 0 ? {} : { [dataName]: geoPackage }),
    ...Object.fromEntries(rasters.map(({ layer, bytes }) => [`${layer.id}.tif`, bytes])),
  });
}

const sourceOf = ({ id, kind }: StoredLayer): string =>
  kind === 'raster' ? `${beside}${id}.tif` : `${beside}${dataName}|layername=${id}`;

function extentOf(boxes: readonly (readonly number[])[]): string {
  const side = (place: number, pick: (...all: number[]) => number, none: number) =>
    boxes.length === 0 ? none : pick(...boxes.map((box) => box[place] ?? none));
  const [west, south] = [side(0, Math.min, 8), side(1, Math.min, -18)];
  const [east, north] = [side(2, Math.max, 14), side(3, Math.max, -4)];
  return `<xmin>${west}</xmin><ymin>${south}</ymin><xmax>${east}</xmax><ymax>${north}</ymax>`;
}

const geometryNames = { point: 'Point', line: 'Line', polygon: 'Polygon' } as const;

function mapLayer(layer: StoredLayer, id: string, about: FileAbout): string {
  const isRaster = layer.kind === 'raster';
  const head = isRaster
    ? 'type="raster" hasScaleBasedVisibilityFlag="0"'
    : `type="vector" geometry="${geometryNames[layer.geometryType ?? 'point']}" hasScaleBasedVisibilityFlag="0"`;
  return `<maplayer ${head}><id>${id}</id><datasource>${xml(sourceOf(layer))}</datasource><layername>${xml(layer.title)}</layername><srs>${wgs84}</srs><provider${isRaster ? '' : ' encoding="UTF-8"'}>${isRaster ? 'gdal' : 'ogr'}</provider><resourceMetadata><title>${xml(layer.title)}</title><abstract>${xml(about.methods.join(' '))}</abstract><rights>${xml(about.citation)}</rights></resourceMetadata>${isRaster ? rasterStyle(layer) : vectorStyle(layer)}${aliases(layer)}</maplayer>`;
}

const aliases = ({ attributes }: StoredLayer): string =>
  attributes.length === 0
    ? ''
    : `<aliases>${attributes.map(({ name, title, unit }, index) => `<alias index="${index + 1}" field="${xml(name)}" name="${xml(unit === null ? title : `${title} (${unit})`)}"/>`).join('')}</aliases>`;

/** `#rrggbb` as QGIS writes a colour. */
function rgba(colour: string, opacity = 255): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return [...parts, opacity].join(',');
}

function symbol({ geometryType }: StoredLayer, colour: string, name: number): string {
  const option = (key: string, value: string) => `<Option type="QString" name="${key}" value="${value}"/>`;
  const drawn = {
    point: [
      'marker',
      'SimpleMarker',
      [
        option('color', rgba(colour)),
        option('outline_color', '255,255,255,255'),
        option('size', '2.4'),
        option('size_unit', 'MM'),
      ],
    ],
    line: [
      'line',
      'SimpleLine',
      [option('line_color', rgba(colour)), option('line_width', '0.8'), option('line_width_unit', 'MM')],
    ],
    polygon: [
      'fill',
      'SimpleFill',
      [
        option('color', rgba(colour, 90)),
        option('outline_color', rgba(colour)),
        option('outline_width', '0.4'),
        option('style', 'solid'),
      ],
    ],
  } as const;
  const [type, kind, options] = drawn[geometryType ?? 'point'];
  return `<symbol type="${type}" name="${name}" alpha="1" clip_to_extent="1" force_rhr="0"><layer class="${kind}" enabled="1" locked="0" pass="0"><Option type="Map">${options.join('')}</Option></layer></symbol>`;
}

function vectorStyle(layer: StoredLayer): string {
  const { legend, legendAttribute } = layer;
  const symbols = `<symbols>${legend.map(({ colour }, place) => symbol(layer, colour, place)).join('')}</symbols>`;
  const isByValue = legendAttribute !== null && legend.some(({ value }) => value !== null);
  const isByRange = legendAttribute !== null && legend.some(({ from }) => from !== null);
  if (isByValue) {
    return `<renderer-v2 type="categorizedSymbol" attr="${xml(legendAttribute)}" forceraster="0" symbollevels="0"><categories>${legend.map(({ value, label }, place) => `<category render="true" symbol="${place}" value="${xml(String(value ?? ''))}" label="${xml(label)}" type="${typeof value === 'number' ? 'double' : 'string'}"/>`).join('')}</categories>${symbols}</renderer-v2>`;
  }
  if (isByRange) {
    return `<renderer-v2 type="graduatedSymbol" attr="${xml(legendAttribute)}" graduatedMethod="GraduatedColor" forceraster="0" symbollevels="0"><ranges>${legend.map(({ from, to, label }, place) => `<range render="true" symbol="${place}" lower="${from ?? 0}" upper="${to ?? 0}" label="${xml(label)}"/>`).join('')}</ranges>${symbols}</renderer-v2>`;
  }
  return `<renderer-v2 type="singleSymbol" forceraster="0" symbollevels="0"><symbols>${symbol(layer, legend[0]?.colour ?? '#0b7285', 0)}</symbols></renderer-v2>`;
}

function rasterStyle({ legend, range }: StoredLayer): string {
  const [least, most] = range ?? [0, 1];
  const stops = legend.length === 0 ? [{ value: least, colour: '#21918c', label: String(least) }] : legend.map(stopOf);
  const items = stops
    .map(({ value, colour, label }) => `<item value="${value}" color="${colour}" label="${xml(label)}" alpha="255"/>`)
    .join('');
  return `<pipe><rasterrenderer type="singlebandpseudocolor" band="1" opacity="0.85" alphaBand="-1" nodataColor="" classificationMin="${least}" classificationMax="${most}"><rastershader><colorrampshader colorRampType="INTERPOLATED" classificationMode="1" clip="0" minimumValue="${least}" maximumValue="${most}">${items}</colorrampshader></rastershader></rasterrenderer></pipe>`;
}

const stopOf = ({ from, to, colour, label }: LegendClass) => ({ value: ((from ?? 0) + (to ?? 0)) / 2, colour, label });
