import {
  type ModelType,
  type ModelVersionDetail,
  metricNames,
  predictionNames,
} from '@kianda/contract/models/registry/models.contract';
import type { ModelArtefact } from '../training/training.types.ts';

type Session = {
  readonly type: ModelType;
  readonly name: string;
  readonly version: ModelVersionDetail;
  readonly artefact: ModelArtefact;
};

/** A notebook that reads the rows of a version, trains the same method on them with scikit-learn and measures it alike. */
export function notebookOf(session: Session): string {
  const cells = [
    markdown(introduction(session)),
    code(connection(session)),
    markdown(['## Os dados', '', 'As linhas de agora; a primeira verificação diz se são as do treino desta versão.']),
    code(reading(session)),
    markdown(['## O treino, com as mesmas partes', '', 'A coluna `fold` diz em que parte cada linha ficou de fora.']),
    code(training(session)),
    markdown(['## A previsão da plataforma']),
    code(prediction(session)),
    ...(hasOnnx(session.artefact)
      ? [markdown(['## O modelo desta versão, em ONNX', '', 'Precisa de `pip install onnxruntime`.']), code(onnx())]
      : []),
  ];
  const metadata = {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
  };
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells: cells.map(numbered) }, null, 1);
}

const hasOnnx = ({ fitted }: ModelArtefact) => fitted.kind !== 'lambdas' && fitted.kind !== 'onnx';

type Cell = { readonly cell_type: 'markdown' | 'code'; readonly source: string };
const markdown = (lines: readonly string[]): Cell => ({ cell_type: 'markdown', source: lines.join('\n') });
const code = (lines: readonly string[]): Cell => ({ cell_type: 'code', source: lines.join('\n') });

function numbered({ cell_type, source }: Cell, place: number) {
  const cell = { id: `celula-${place + 1}`, cell_type, metadata: {}, source: source.split(/(?<=\n)/) };
  return cell_type === 'code' ? { ...cell, execution_count: null, outputs: [] } : cell;
}

/** A text as Python writes it. */
const quoted = (value: string) => JSON.stringify(value);

function introduction({ name, version }: Session): string[] {
  const { skill, lineage } = version;
  return [
    `# ${name}, versão ${version.version}`,
    '',
    version.purpose,
    '',
    `- Algoritmo: ${version.algorithm}; ${version.rows} linhas; semente ${lineage.seed}.`,
    `- ${metricNames[skill.metric]} nas linhas postas de parte: ${skill.validation.toFixed(3)}; ${skill.baseline}: ${
      skill.baselineValidation?.toFixed(3) ?? '—'
    }.`,
    `- SHA-256 dos dados: \`${lineage.dataSha256}\`; código ${lineage.codeVersion}.`,
    '',
    '**Fontes**',
    ...lineage.sources.map(
      ({ name: of, rows, licence }) => `- ${of}: ${rows} linhas; ${licence ?? 'licença do fornecedor'}`,
    ),
  ];
}

function connection({ type, version }: Session): string[] {
  return [
    'import io, json, os, urllib.request',
    'import numpy as np',
    'import pandas as pd',
    '',
    '# Endereço da plataforma, e um acesso com a permissão de treinar.',
    'BASE = os.environ.get("KIANDA_URL", "http://localhost:3000") + "/admin-api"',
    'TOKEN = os.environ["KIANDA_TOKEN"]',
    `MODEL, VERSION = ${quoted(type)}, ${version.version}`,
    '',
    'def ask(path, body=None):',
    '    data = None if body is None else json.dumps(body).encode()',
    '    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}',
    '    with urllib.request.urlopen(urllib.request.Request(BASE + path, data, headers)) as reply:',
    '        return reply.read()',
  ];
}

function reading({ artefact, version }: Session): string[] {
  const names = artefact.columns.map(({ name }) => name);
  const categories = artefact.columns.filter(({ kind }) => kind === 'categorical').map(({ name }) => name);
  return [
    `COLUMNS = ${JSON.stringify(names)}`,
    `CATEGORIES = ${JSON.stringify(categories)}`,
    'table = pd.read_csv(io.BytesIO(ask(f"/ml/models/{MODEL}/versions/{VERSION}/table")), sep=";", decimal=",", encoding="utf-8-sig")',
    'now = table["data_sha256"].iloc[0]',
    `print("As linhas são as do treino." if now == ${quoted(version.lineage.dataSha256)} else "As linhas mudaram desde o treino.")`,
    'X = table[COLUMNS].copy()',
    'for name in CATEGORIES:',
    '    X[name] = X[name].astype("category").cat.codes.replace(-1, np.nan)',
    'y = table["target"].to_numpy()',
    'table.describe(include="all")',
  ];
}

function training({ artefact, version }: Session): string[] {
  const measured = {
    auc: ['from sklearn.metrics import roc_auc_score as measure'],
    r2: ['from sklearn.metrics import r2_score as measure'],
    balanced_accuracy: ['from sklearn.metrics import balanced_accuracy_score as measure'],
  }[version.skill.metric];
  const guess = version.skill.metric === 'auc' ? 'fitted.predict_proba(X[test])[:, 1]' : 'fitted.predict(X[test])';
  return [
    ...estimatorOf(artefact, version),
    ...measured,
    '',
    'scores, held = np.full(len(y), np.nan, dtype=object), []',
    'for fold in sorted(set(table["fold"]) - {-1}):',
    '    test = (table["fold"] == fold).to_numpy()',
    version.skill.split === 'temporal' ? '    train = (table["fold"] < fold).to_numpy()' : '    train = ~test',
    '    if train.sum() < 20: continue',
    '    fitted = estimator().fit(X[train], y[train])',
    `    scores[test] = ${guess}`,
    '    held.append(test)',
    'held = np.any(held, axis=0)',
    ...(version.skill.metric === 'balanced_accuracy'
      ? ['value = measure(y[held].astype(str), scores[held].astype(str))']
      : ['value = measure(y[held].astype(float), scores[held].astype(float))']),
    `print(f"{value:.3f} aqui; ${version.skill.validation.toFixed(3)} na plataforma")`,
  ];
}

/** The nearest method of scikit-learn, with the parameters of the version. */
function estimatorOf({ fitted, classes }: ModelArtefact, { lineage }: ModelVersionDetail): string[] {
  const seed = lineage.seed % 2 ** 31;
  if (fitted.kind === 'maxent') {
    return [
      '# O MaxEnt é uma regressão logística com regularização: aqui com termos lineares e quadráticos.',
      'from sklearn.pipeline import make_pipeline',
      'from sklearn.impute import SimpleImputer',
      'from sklearn.preprocessing import PolynomialFeatures, StandardScaler',
      'from sklearn.linear_model import LogisticRegression',
      'estimator = lambda: make_pipeline(SimpleImputer(), StandardScaler(), PolynomialFeatures(2), LogisticRegression(max_iter=2000, class_weight="balanced"))',
    ];
  }
  if (fitted.kind === 'linear') {
    return [
      'from sklearn.impute import SimpleImputer',
      'from sklearn.linear_model import Ridge',
      'from sklearn.pipeline import make_pipeline',
      'from sklearn.preprocessing import StandardScaler',
      `estimator = lambda: make_pipeline(SimpleImputer(), StandardScaler(), Ridge(alpha=${fitted.model.ridge}))`,
    ];
  }
  const kind = classes.length > 0 ? 'Classifier' : 'Regressor';
  if (fitted.kind !== 'trees') {
    return [
      '# Esta versão veio de fora, e o seu treino não se conhece: aqui treina-se uma floresta nas mesmas linhas.',
      `from sklearn.ensemble import RandomForest${kind} as Forest`,
      'from sklearn.impute import SimpleImputer',
      'from sklearn.pipeline import make_pipeline',
      `estimator = lambda: make_pipeline(SimpleImputer(), Forest(n_estimators=200, random_state=${seed}))`,
    ];
  }
  if (fitted.model.kind === 'forest') {
    return [
      `from sklearn.ensemble import RandomForest${kind} as Forest`,
      'from sklearn.impute import SimpleImputer',
      'from sklearn.pipeline import make_pipeline',
      `estimator = lambda: make_pipeline(SimpleImputer(), Forest(n_estimators=${fitted.model.trees.starts.length}, max_leaf_nodes=256, random_state=${seed}))`,
    ];
  }
  return [
    `from sklearn.ensemble import HistGradientBoosting${kind} as Boosting`,
    `estimator = lambda: Boosting(max_iter=300, learning_rate=0.05, max_leaf_nodes=15, min_samples_leaf=20, early_stopping=False, random_state=${seed})`,
  ];
}

function prediction({ type }: Session): string[] {
  return [
    'item = {"longitude": 12.5, "latitude": -9.0}',
    `reply = json.loads(ask(${quoted(`/ml/predict/${predictionNames[type]}`)} + f"?version={VERSION}", {"items": [item]}))`,
    'reply["data"]["items"][0]',
  ];
}

function onnx(): string[] {
  return [
    'import onnxruntime',
    'session = onnxruntime.InferenceSession(ask(f"/ml/models/{MODEL}/versions/{VERSION}/export?format=onnx"))',
    'described = session.get_modelmeta().custom_metadata_map',
    'coded = table[COLUMNS].copy()',
    'for column in json.loads(described["columns"]):',
    '    if column["kind"] == "categorical":',
    '        codes = {name: code for code, name in enumerate(column["categories"])}',
    '        coded[column["name"]] = coded[column["name"]].map(codes)',
    'session.run(None, {"inputs": coded.to_numpy(dtype=np.float64)})[0][:5]',
  ];
}
