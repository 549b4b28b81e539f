import type { ErrorCode } from '@kianda/contract';
import { toAppError } from '../../../../platform/http/problem.ts';
import { NameTaken } from '../content/name-taken.ts';

/** Status and Portuguese message of the error codes of S3 that are answered. */
const catalogue = {
  AccessDenied: [403, 'A chave não permite esta operação.'],
  AccessForbidden: [403, 'As regras CORS da área não permitem este pedido de outra página.'],
  AuthorizationHeaderMalformed: [400, 'O cabeçalho Authorization não é o da assinatura AWS Signature Version 4.'],
  AuthorizationQueryParametersError: [400, 'Os parâmetros da ligação assinada estão incompletos ou errados.'],
  BadDigest: [400, 'O conteúdo recebido não é o da soma de verificação enviada.'],
  BadRequest: [400, 'Faltam os cabeçalhos Origin e Access-Control-Request-Method.'],
  BucketAlreadyExists: [409, 'Já existe uma área com esse nome.'],
  BucketAlreadyOwnedByYou: [409, 'Essa área já existe.'],
  BucketNotEmpty: [409, 'A área ainda tem objetos. Elimine-os primeiro.'],
  EntityTooLarge: [400, 'O objeto é maior do que um envio pode ter: envie-o em partes.'],
  EntityTooSmall: [400, 'Só a última parte pode ter menos de 5 MiB.'],
  IncompleteBody: [400, 'Chegaram menos bytes, ou mais, do que os anunciados.'],
  IllegalVersioningConfigurationException: [400, 'O estado das versões é Enabled ou Suspended.'],
  InternalError: [500, 'Erro interno. Tente de novo.'],
  InvalidAccessKeyId: [403, 'Essa chave não existe, expirou ou foi revogada.'],
  InvalidArgument: [400, 'Um argumento do pedido não serve.'],
  InvalidBucketName: [400, 'O nome de uma área tem 3 a 63 letras minúsculas, algarismos ou hífenes.'],
  InvalidBucketState: [409, 'O estado da área não permite a operação.'],
  InvalidDigest: [400, 'A soma de verificação enviada não tem a forma esperada.'],
  InvalidPart: [400, 'Uma das partes indicadas não existe, ou a sua ETag é outra.'],
  InvalidPartOrder: [400, 'As partes têm de vir por ordem crescente.'],
  InvalidRange: [416, 'O intervalo pedido começa depois do fim do objeto.'],
  InvalidRequest: [400, 'O pedido não serve.'],
  InvalidRetentionPeriod: [400, 'O bloqueio pedido é demasiado longo, ou nenhum.'],
  InvalidTag: [400, 'Até 10 etiquetas, com nomes diferentes de 128 caracteres e valores de 256, no máximo.'],
  InvalidURI: [400, 'O endereço não se consegue ler.'],
  KeyTooLongError: [400, 'O nome do objeto tem mais de 1024 bytes.'],
  MalformedPolicy: [400, 'A política não tem a forma esperada.'],
  MalformedTrailerError: [400, 'As somas no fim do corpo não são as que o cabeçalho x-amz-trailer anuncia.'],
  MalformedXML: [400, 'O XML enviado não tem a forma esperada.'],
  MetadataTooLarge: [400, 'Os metadados do objeto passam de 2 KiB.'],
  MethodNotAllowed: [405, 'Esta operação não existe sobre este recurso.'],
  NoSuchBucket: [404, 'Não existe essa área.'],
  NoSuchBucketPolicy: [404, 'A área não tem política: abre-se só com chaves, pelas permissões da plataforma.'],
  NoSuchCORSConfiguration: [404, 'A área não tem regras CORS.'],
  NoSuchPublicAccessBlockConfiguration: [404, 'A área não tem bloqueio de acesso público.'],
  NoSuchTagSet: [404, 'A área não tem etiquetas.'],
  NoSuchLifecycleConfiguration: [404, 'A área não tem regras de eliminação.'],
  NoSuchKey: [404, 'Não existe esse objeto.'],
  NoSuchObjectLockConfiguration: [404, 'O objeto não tem bloqueio.'],
  NoSuchVersion: [404, 'Não existe essa versão.'],
  NoSuchUpload: [404, 'Esse envio em partes não existe, ou já terminou.'],
  ObjectLockConfigurationNotFoundError: [404, 'A área não tem bloqueio de objetos.'],
  NotImplemented: [501, 'Esta operação do S3 não é suportada aqui.'],
  PreconditionFailed: [412, 'Uma das condições do pedido não se verifica.'],
  RequestTimeTooSkewed: [403, 'A hora do pedido difere mais de 15 minutos da do servidor: acerte o relógio.'],
  SignatureDoesNotMatch: [403, 'A assinatura não é a do pedido. Verifique a chave secreta e o endereço.'],
  SlowDown: [503, 'Demasiados pedidos. Espere um momento.'],
  // As MinIO's folder storage names them; Amazon's, which knows no folders, has no word for it.
  XMinioObjectExistsAsDirectory: [
    409,
    'Já há objetos numa pasta com esse nome: um nome é de um objeto ou de uma pasta.',
  ],
  XMinioStorageFull: [507, 'O disco da plataforma está sem espaço para objetos novos.'],
  XMinioParentIsObject: [400, 'Uma das pastas desse nome já é um objeto: um nome é de um objeto ou de uma pasta.'],
  XAmzContentSHA256Mismatch: [400, 'O conteúdo recebido não é o da assinatura (x-amz-content-sha256).'],
} as const satisfies Record<string, readonly [status: number, message: string]>;
export type S3ErrorCode = keyof typeof catalogue;

/** An error as S3 answers it; `message` replaces the catalogue's. */
export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: S3ErrorCode,
    message?: string,
    options?: ErrorOptions & { headers?: Readonly<Record<string, string>> },
  ) {
    super(message ?? catalogue[code][1], options);
    this.name = 'S3Error';
    this.code = code;
    this.status = catalogue[code][0];
    this.headers = options?.headers ?? {};
  }
}

const byCode: Readonly<Partial<Record<ErrorCode, S3ErrorCode>>> = {
  not_found: 'NoSuchKey',
  validation_failed: 'InvalidArgument',
  conflict: 'InvalidRequest',
  read_only: 'AccessDenied',
  forbidden: 'AccessDenied',
  unauthenticated: 'AccessDenied',
  range_not_satisfiable: 'InvalidRange',
  unavailable: 'SlowDown',
  disk_full: 'XMinioStorageFull',
};

/** Any thrown value as an error of S3; what nobody foresaw becomes `InternalError`, and is the caller's to log. */
export function toS3Error(thrown: unknown): S3Error {
  if (thrown instanceof S3Error) return thrown;
  if (thrown instanceof NameTaken)
    return new S3Error(thrown.by === 'folder' ? 'XMinioObjectExistsAsDirectory' : 'XMinioParentIsObject', undefined, {
      cause: thrown,
    });
  const { code, detail, issues } = toAppError(thrown);
  const named = byCode[code];
  if (named === undefined) return new S3Error('InternalError', undefined, { cause: thrown });
  return new S3Error(named, issues?.[0]?.message ?? detail, { cause: thrown });
}
