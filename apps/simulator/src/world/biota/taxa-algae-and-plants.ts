import { familiesOf } from './taxa-table.ts';
import type { TaxonSeed } from './taxon.ts';

const greenAlga = familiesOf({ kingdom: 'Plantae', phylum: 'Chlorophyta', class: 'Ulvophyceae', group: 'algae' });
const redAlga = familiesOf({ kingdom: 'Plantae', phylum: 'Rhodophyta', class: 'Florideophyceae', group: 'algae' });
const brownAlga = familiesOf({
  kingdom: 'Chromista',
  phylum: 'Heterokontophyta',
  class: 'Phaeophyceae',
  group: 'algae',
});
const diatom = familiesOf({
  kingdom: 'Chromista',
  phylum: 'Heterokontophyta',
  class: 'Bacillariophyceae',
  group: 'algae',
});
const dinoflagellate = familiesOf({ kingdom: 'Chromista', phylum: 'Myzozoa', class: 'Dinophyceae', group: 'algae' });
const blueGreen = familiesOf({ kingdom: 'Bacteria', phylum: 'Cyanobacteria', class: 'Cyanophyceae', group: 'algae' });
const plant = familiesOf({ kingdom: 'Plantae', phylum: 'Tracheophyta', class: 'Magnoliopsida', group: 'algae' });
const fern = familiesOf({ kingdom: 'Plantae', phylum: 'Tracheophyta', class: 'Polypodiopsida', group: 'algae' });

/** Seaweeds, phytoplankton, seagrasses and mangroves: all primary producers share the group of the algae. */
export const algaeAndPlants: readonly TaxonSeed[] = [
  ...greenAlga('Ulvales', 'Ulvaceae', [
    ['Ulva', 'flexuosa', 'Wulfen, 1803', 'Alface-do-mar', 'reef', 0, 10, -16, 0],
    ['Ulva', 'lactuca', 'Linnaeus, 1753', 'Alface-do-mar', 'reef', 0, 15, -20, 0],
    ['Ulva', 'rigida', 'C.Agardh, 1823', 'Alface-do-mar', 'reef', 0, 15, -20, 0],
  ]),
  ...greenAlga('Cladophorales', 'Cladophoraceae', [
    ['Chaetomorpha', 'antennina', '(Bory) Kützing, 1847', '', 'reef', 0, 3, -16, 0],
    ['Chaetomorpha', 'linum', '(O.F.Müller) Kützing, 1845', '', 'reef', 0, 10, -18, 0],
  ]),
  ...greenAlga('Bryopsidales', 'Bryopsidaceae', [
    ['Bryopsis', 'pennata', 'J.V.Lamouroux, 1809', '', 'reef', 0, 10, -14, 0],
  ]),
  ...greenAlga('Bryopsidales', 'Caulerpaceae', [
    ['Caulerpa', 'racemosa', '(Forsskål) J.Agardh, 1873', '', 'reef', 0, 20, -12, 0],
  ]),
  ...brownAlga('Dictyotales', 'Dictyotaceae', [
    ['Dictyopteris', 'delicatula', 'J.V.Lamouroux, 1809', '', 'reef', 0, 30, -14, 0],
    ['Dictyota', 'dichotoma', '(Hudson) J.V.Lamouroux, 1809', '', 'reef', 0, 30, -16, 0],
    ['Spatoglossum', 'schroederi', '(C.Agardh) Kützing, 1859', '', 'reef', 0, 30, -13, 0],
  ]),
  ...brownAlga('Ectocarpales', 'Scytosiphonaceae', [
    ['Chnoospora', 'minima', '(Hering) Papenfuss, 1956', '', 'reef', 0, 3, -14, 0],
    ['Colpomenia', 'sinuosa', '(Mertens ex Roth) Derbès & Solier, 1851', '', 'reef', 0, 15, -18, 0],
  ]),
  ...brownAlga('Ralfsiales', 'Ralfsiaceae', [
    ['Ralfsia', 'expansa', '(J.Agardh) J.Agardh, 1848', '', 'reef', 0, 3, -16, 0],
  ]),
  ...brownAlga('Fucales', 'Sargassaceae', [
    ['Sargassum', 'filipendula', 'C.Agardh, 1824', 'Sargaço', 'reef', 0, 30, -14, 0],
    ['Sargassum', 'fluitans', '(Børgesen) Børgesen, 1914', 'Sargaço', 'pelagic', 0, 2, -7, 0, '', 22, 30],
    ['Sargassum', 'natans', '(Linnaeus) Gaillon, 1828', 'Sargaço', 'pelagic', 0, 2, -7, 0, '', 22, 30],
  ]),
  ...redAlga('Gigartinales', 'Cystocloniaceae', [
    ['Hypnea', 'musciformis', '(Wulfen) J.V.Lamouroux, 1813', '', 'reef', 0, 15, -16, 0],
  ]),
  ...redAlga('Gigartinales', 'Gigartinaceae', [
    ['Chondracanthus', 'acicularis', '(Roth) Fredericq, 1993', '', 'reef', 0, 5, -16, 0],
  ]),
  ...redAlga('Gigartinales', 'Caulacanthaceae', [
    ['Catenella', 'caespitosa', '(Withering) L.M.Irvine, 1976', '', 'mangrove', 0, 2, -18, 0],
  ]),
  ...redAlga('Gelidiales', 'Pterocladiellaceae', [
    ['Pterocladiella', 'capillacea', '(S.G.Gmelin) Santelices & Hommersand, 1997', '', 'reef', 0, 15, -17, 0],
  ]),
  ...redAlga('Bonnemaisoniales', 'Bonnemaisoniaceae', [
    ['Asparagopsis', 'taxiformis', '(Delile) Trevisan, 1845', '', 'reef', 0, 30, -14, 0],
  ]),
  ...redAlga('Ceramiales', 'Ceramiaceae', [
    ['Centroceras', 'clavulatum', '(C.Agardh) Montagne, 1846', '', 'reef', 0, 10, -18, 0],
  ]),
  ...redAlga('Ceramiales', 'Delesseriaceae', [
    ['Caloglossa', 'leprieurii', '(Montagne) G.Martens, 1869', '', 'mangrove', 0, 2, -13, 0],
  ]),
  ...redAlga('Ceramiales', 'Rhodomelaceae', [
    ['Bostrychia', 'radicans', '(Montagne) Montagne, 1842', '', 'mangrove', 0, 2, -13, 0],
    ['Bostrychia', 'tenella', '(J.V.Lamouroux) J.Agardh, 1863', '', 'reef', 0, 2, -14, 0],
  ]),
  ...redAlga('Plocamiales', 'Plocamiaceae', [['Plocamium', 'suhrii', 'Kützing, 1866', '', 'reef', 0, 10, -20, -14]]),
  ...redAlga('Hildenbrandiales', 'Hildenbrandiaceae', [
    ['Hildenbrandia', 'rubra', '(Sommerfelt) Meneghini, 1841', '', 'reef', 0, 10, -18, 0],
  ]),
  ...diatom('Thalassionematales', 'Thalassionemataceae', [
    ['Thalassionema', 'nitzschioides', '(Grunow) Mereschkowsky, 1902', '', 'pelagic', 0, 100, -20, 0],
  ]),
  ...diatom('Bacillariales', 'Bacillariaceae', [
    ['Fragilariopsis', 'doliolus', '(Wallich) Medlin & P.A.Sims, 1993', '', 'pelagic', 0, 100, -20, 0],
  ]),
  ...dinoflagellate('Dinophysales', 'Dinophysaceae', [
    ['Dinophysis', 'acuminata', 'Claparède & Lachmann, 1859', '', 'pelagic', 0, 50, -20, 0],
    ['Dinophysis', 'fortii', 'Pavillard, 1924', '', 'pelagic', 0, 50, -20, 0],
  ]),
  ...dinoflagellate('Gonyaulacales', 'Ceratiaceae', [
    ['Tripos', 'furca', '(Ehrenberg) F.Gómez, 2013', '', 'pelagic', 0, 80, -20, 0],
    ['Tripos', 'fusus', '(Ehrenberg) F.Gómez, 2013', '', 'pelagic', 0, 80, -20, 0],
  ]),
  ...dinoflagellate('Gymnodiniales', 'Gymnodiniaceae', [
    ['Gymnodinium', 'catenatum', 'H.W.Graham, 1943', '', 'pelagic', 0, 50, -20, -8],
  ]),
  ...dinoflagellate('Noctilucales', 'Noctilucaceae', [
    ['Noctiluca', 'scintillans', '(Macartney) Kofoid & Swezy, 1921', '', 'pelagic', 0, 50, -20, 0],
  ]),
  ...dinoflagellate('Prorocentrales', 'Prorocentraceae', [
    ['Prorocentrum', 'micans', 'Ehrenberg, 1834', '', 'pelagic', 0, 50, -20, 0],
  ]),
  ...blueGreen('Oscillatoriales', 'Microcoleaceae', [
    ['Trichodesmium', 'erythraeum', 'Ehrenberg ex Gomont, 1892', '', 'pelagic', 0, 60, -16, 0, '', 22, 30],
  ]),
  ...plant('Malpighiales', 'Rhizophoraceae', [
    ['Rhizophora', 'mangle', 'Linnaeus, 1753', 'Mangue-vermelho', 'mangrove', 0, 2, -12.5, 0, 'LC', 20, 31],
    ['Rhizophora', 'racemosa', 'G.Mey., 1818', 'Mangue-vermelho', 'mangrove', 0, 2, -10, 0, 'LC', 21, 31],
  ]),
  ...plant('Lamiales', 'Acanthaceae', [
    ['Avicennia', 'germinans', '(Linnaeus) Linnaeus, 1764', 'Mangue-preto', 'mangrove', 0, 2, -12.5, 0, 'LC', 20, 31],
  ]),
  ...plant('Myrtales', 'Combretaceae', [
    ['Conocarpus', 'erectus', 'Linnaeus, 1753', 'Mangue-botão', 'mangrove', 0, 1, -10, 0, 'LC'],
    ['Laguncularia', 'racemosa', '(Linnaeus) C.F.Gaertn., 1807', 'Mangue-branco', 'mangrove', 0, 1, -12.5, 0, 'LC'],
  ]),
  ...plant('Alismatales', 'Cymodoceaceae', [
    ['Halodule', 'wrightii', 'Ascherson, 1868', 'Erva-marinha', 'coastal', 0, 10, -10, 0, 'LC', 20, 31],
  ]),
  ...fern('Polypodiales', 'Pteridaceae', [
    ['Acrostichum', 'aureum', 'Linnaeus, 1753', 'Feto-do-mangal', 'mangrove', 0, 1, -10, 0, 'LC'],
  ]),
];
