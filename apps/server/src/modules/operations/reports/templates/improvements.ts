import { qualityReport } from '@kianda/contract/ingestion/connectors/operations.contract';
import { factsBlock, note, type Part, paragraph } from '../writing/report-writer.ts';
import { decisions, notesOf } from './releases.ts';

/** Every part of the notes but what was corrected, which has a report of its own. */
const news = /^(?!.*(corre[cç]|corrig))/i;

const release: Part = async (writer) => {
  const { version, changelog } = await writer.platformFacts.release();
  return [
    factsBlock([['Versão instalada', version]]),
    ...(changelog === null
      ? [note('— Esta instalação não traz o ficheiro com as notas da versão (CHANGELOG.md).')]
      : notesOf(changelog, news)),
  ];
};

const recommended: Part = async (writer) => {
  const { recommendations } = (await writer.read('Qualidade dos dados', qualityReport)).data;
  return recommendations.length === 0
    ? [paragraph('A qualidade dos dados nada recomenda agora.')]
    : recommendations.map((text) => paragraph(`• ${text}`));
};

/** Parts of the report on improvements. */
export const improvements = { release, decisions, recommended };
