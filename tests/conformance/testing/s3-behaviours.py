"""Behaviours of S3 asked by boto3 as it is shipped. Each function is one; the answer is a JSON object of name and result.

python3 s3-behaviours.py ENDPOINT ACCESS_KEY SECRET_KEY
"""

import datetime
import hashlib
import inspect
import json
import sys
import urllib.error
import urllib.request

import boto3
import botocore
from botocore.client import Config
from botocore.exceptions import ClientError

endpoint, access, secret = sys.argv[1:4]


def connected(**options):
    kept = {"signature_version": "s3v4", "s3": {"addressing_style": "path"}, "retries": {"max_attempts": 1}}
    return boto3.client(
        "s3", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id=access, aws_secret_access_key=secret,
        config=Config(**{**kept, **options}),
    )


s3 = connected()
nobody = connected(signature_version=botocore.UNSIGNED)
bucket = "boto"
locked = "boto-bloqueada"
kept = "boto-versoes"


def code(act, **arguments):
    try:
        act(**arguments)
    except ClientError as error:
        return error.response["Error"]["Code"]
    return "ok"


def put(key, body=b"x", at=bucket, **more):
    return s3.put_object(Bucket=at, Key=key, Body=body, **more)


def text(key, at=bucket, **more):
    return s3.get_object(Bucket=at, Key=key, **more)["Body"].read()


def keys(prefix, at=bucket, **more):
    answer = s3.list_objects_v2(Bucket=at, Prefix=prefix, **more)
    return [each["Key"] for each in answer.get("Contents", [])], [each["Prefix"] for each in answer.get("CommonPrefixes", [])]


def fill(prefix, *names):
    for name in names:
        put(prefix + name)


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"{found!r} != {expected!r}")


def buckets_are_listed_and_made_once():
    equal(bucket in [each["Name"] for each in s3.list_buckets()["Buckets"]], True)
    equal(code(s3.create_bucket, Bucket=bucket), "BucketAlreadyOwnedByYou")
    equal(code(s3.create_bucket, Bucket="Com_Maiusculas"), "InvalidBucketName")
    equal(code(s3.head_bucket, Bucket="nenhuma"), "404")
    equal(code(s3.delete_bucket, Bucket="nenhuma"), "NoSuchBucket")


def bucket_with_objects_is_not_deleted():
    s3.create_bucket(Bucket="boto-cheia")
    put("a", at="boto-cheia")
    equal(code(s3.delete_bucket, Bucket="boto-cheia"), "BucketNotEmpty")
    s3.delete_object(Bucket="boto-cheia", Key="a")
    equal(code(s3.delete_bucket, Bucket="boto-cheia"), "ok")


def anonymous_reads_nothing_without_policy():
    put("fechado")
    equal(code(nobody.get_object, Bucket=bucket, Key="fechado"), "AccessDenied")
    equal(code(nobody.list_objects_v2, Bucket=bucket), "AccessDenied")
    equal(code(nobody.put_object, Bucket=bucket, Key="x", Body=b""), "AccessDenied")
    equal(code(nobody.list_buckets), "AccessDenied")


def list_groups_by_delimiter():
    fill("lista/", "a", "b/1", "b/2", "c/d/e")
    equal(keys("lista/", Delimiter="/"), (["lista/a"], ["lista/b/", "lista/c/"]))
    equal(keys("lista/", Delimiter="d"), (["lista/a", "lista/b/1", "lista/b/2"], ["lista/c/d"]))
    equal(keys("lista/b"), (["lista/b/1", "lista/b/2"], []))
    equal(keys("lista/nenhum"), ([], []))


def list_goes_in_pages():
    fill("paginas/", *[f"{n:02}" for n in range(12)])
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix="paginas/", PaginationConfig={"PageSize": 5})
    equal([len(page["Contents"]) for page in pages], [5, 5, 2])
    first = s3.list_objects(Bucket=bucket, Prefix="paginas/", MaxKeys=5)
    equal((first["IsTruncated"], first["NextMarker"]), (True, "paginas/04"))
    after = s3.list_objects_v2(Bucket=bucket, Prefix="paginas/", StartAfter="paginas/09")
    equal([each["Key"] for each in after["Contents"]], ["paginas/10", "paginas/11"])
    equal(s3.list_objects_v2(Bucket=bucket, MaxKeys=0)["KeyCount"], 0)


def list_is_in_the_order_of_bytes():
    fill("ordem/", "b", "a-b", "a.b", "Z", "é")
    equal(keys("ordem/")[0], ["ordem/Z", "ordem/a-b", "ordem/a.b", "ordem/b", "ordem/é"])


def content_and_metadata_come_back():
    put("meta", b"12345", ContentType="text/csv", CacheControl="max-age=5", Metadata={"campanha": "Lobito"})
    head = s3.head_object(Bucket=bucket, Key="meta")
    equal((head["ContentLength"], head["ContentType"], head["Metadata"]), (5, "text/csv", {"campanha": "Lobito"}))
    equal(head["ETag"], '"' + hashlib.md5(b"12345").hexdigest() + '"')
    equal(code(s3.head_object, Bucket=bucket, Key="nenhum"), "404")
    equal(code(s3.get_object, Bucket=bucket, Key="nenhum"), "NoSuchKey")


def ranges():
    put("intervalo", b"0123456789")
    put("vazio", b"")
    equal(text("intervalo", Range="bytes=4-7"), b"4567")
    equal(text("intervalo", Range="bytes=4-"), b"456789")
    equal(text("intervalo", Range="bytes=-3"), b"789")
    equal(code(s3.get_object, Bucket=bucket, Key="intervalo", Range="bytes=40-50"), "InvalidRange")
    equal(code(s3.get_object, Bucket=bucket, Key="vazio", Range="bytes=40-50"), "InvalidRange")


def conditions_of_reads():
    tag = put("condicao")["ETag"]
    at = {"Bucket": bucket, "Key": "condicao"}
    old, soon = datetime.datetime(2000, 1, 1), datetime.datetime(2100, 1, 1)
    equal(code(s3.get_object, IfMatch=tag, **at), "ok")
    equal(code(s3.get_object, IfMatch='"outra"', **at), "PreconditionFailed")
    equal(code(s3.get_object, IfNoneMatch=tag, **at), "304")
    equal(code(s3.get_object, IfModifiedSince=old, **at), "ok")
    equal(code(s3.get_object, IfUnmodifiedSince=old, **at), "PreconditionFailed")
    equal(code(s3.get_object, IfUnmodifiedSince=soon, **at), "ok")


def response_headers_are_replaced():
    put("resposta")
    answer = s3.get_object(Bucket=bucket, Key="resposta", ResponseContentType="text/x", ResponseContentDisposition="attachment")
    equal((answer["ContentType"], answer["ContentDisposition"]), ("text/x", "attachment"))


def deletes_many_at_once():
    fill("muitos/", "a", "b", "c")
    named = [{"Key": f"muitos/{name}"} for name in ("a", "b", "c", "nenhum")]
    answer = s3.delete_objects(Bucket=bucket, Delete={"Objects": named})
    equal(len(answer["Deleted"]), 4)
    equal(keys("muitos/"), ([], []))
    too_many = [{"Key": f"k{n}"} for n in range(1001)]
    equal(code(s3.delete_objects, Bucket=bucket, Delete={"Objects": too_many}), "MalformedXML")


def copies():
    put("origem", b"abc", Metadata={"a": "1"}, ContentType="text/plain")
    source = {"Bucket": bucket, "Key": "origem"}
    s3.copy_object(Bucket=bucket, Key="copia", CopySource=source)
    equal((text("copia"), s3.head_object(Bucket=bucket, Key="copia")["Metadata"]), (b"abc", {"a": "1"}))
    s3.copy_object(Bucket=bucket, Key="copia", CopySource=source, Metadata={"b": "2"}, MetadataDirective="REPLACE")
    equal(s3.head_object(Bucket=bucket, Key="copia")["Metadata"], {"b": "2"})
    equal(code(s3.copy_object, Bucket=bucket, Key="origem", CopySource=source), "InvalidRequest")
    equal(code(s3.copy_object, Bucket=bucket, Key="x", CopySource={"Bucket": bucket, "Key": "nenhum"}), "NoSuchKey")
    equal(code(s3.copy_object, Bucket=bucket, Key="x", CopySource={"Bucket": "nenhuma", "Key": "y"}), "NoSuchBucket")


def uploads_in_parts():
    at = {"Bucket": bucket, "Key": "partes"}
    upload = s3.create_multipart_upload(Metadata={"a": "1"}, **at)["UploadId"]
    big = b"a" * (5 * 1024 * 1024)
    parts = [
        {"PartNumber": n, "ETag": s3.upload_part(UploadId=upload, PartNumber=n, Body=body, **at)["ETag"]}
        for n, body in ((1, big), (2, b"fim"))
    ]
    equal(len(s3.list_parts(UploadId=upload, **at)["Parts"]), 2)
    equal([each["Key"] for each in s3.list_multipart_uploads(Bucket=bucket)["Uploads"]], ["partes"])
    s3.complete_multipart_upload(UploadId=upload, MultipartUpload={"Parts": parts}, **at)
    equal((len(text("partes")), s3.head_object(**at)["Metadata"]), (len(big) + 3, {"a": "1"}))
    equal(s3.head_object(**at)["ETag"].endswith('-2"'), True)


def uploads_in_parts_that_are_wrong():
    at = {"Bucket": bucket, "Key": "partes-mas"}
    upload = s3.create_multipart_upload(**at)["UploadId"]
    tags = [s3.upload_part(UploadId=upload, PartNumber=n, Body=b"pouco", **at)["ETag"] for n in (1, 2)]

    def complete(*parts):
        named = [{"PartNumber": number, "ETag": tag} for number, tag in parts]
        return code(s3.complete_multipart_upload, UploadId=upload, MultipartUpload={"Parts": named}, **at)

    equal(complete((1, tags[0]), (2, tags[1])), "EntityTooSmall")
    equal(complete((1, '"' + "0" * 32 + '"')), "InvalidPart")
    equal(complete((2, tags[1]), (1, tags[0])), "InvalidPartOrder")
    equal(complete((9, tags[0])), "InvalidPart")
    s3.abort_multipart_upload(UploadId=upload, **at)
    equal(code(s3.abort_multipart_upload, UploadId=upload, **at), "NoSuchUpload")
    equal(code(s3.head_object, **at), "404")


def parts_are_copied():
    put("parte-origem", b"0123456789")
    at = {"Bucket": bucket, "Key": "parte-copia"}
    upload = s3.create_multipart_upload(**at)["UploadId"]
    named = {"UploadId": upload, "PartNumber": 1, "CopySource": {"Bucket": bucket, "Key": "parte-origem"}, **at}
    equal(code(s3.upload_part_copy, CopySourceRange="bytes=5-50", **named), "InvalidArgument")
    tag = s3.upload_part_copy(CopySourceRange="bytes=2-5", **named)["CopyPartResult"]["ETag"]
    s3.complete_multipart_upload(UploadId=upload, MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": tag}]}, **at)
    equal(text("parte-copia"), b"2345")


def links_that_are_signed():
    put("ligacao", b"aberta")
    link = s3.generate_presigned_url("get_object", Params={"Bucket": bucket, "Key": "ligacao"}, ExpiresIn=60)
    equal(urllib.request.urlopen(link).read(), b"aberta")
    try:
        urllib.request.urlopen(link.replace("ligacao", "fechado"))
        raise AssertionError("a link of another object opened")
    except urllib.error.HTTPError as error:
        equal(error.code, 403)
    target = s3.generate_presigned_url("put_object", Params={"Bucket": bucket, "Key": "enviado"}, ExpiresIn=60)
    urllib.request.urlopen(urllib.request.Request(target, data=b"por ligacao", method="PUT"))
    equal(text("enviado"), b"por ligacao")


def wrong_keys_are_refused():
    other = boto3.client(
        "s3", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id=access, aws_secret_access_key="errado",
        config=Config(s3={"addressing_style": "path"}),
    )
    equal(code(other.list_buckets), "SignatureDoesNotMatch")
    unknown = boto3.client(
        "s3", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="KNDNINGUEM", aws_secret_access_key="x",
        config=Config(s3={"addressing_style": "path"}),
    )
    equal(code(unknown.list_buckets), "InvalidAccessKeyId")


def tags_of_objects():
    tags = [{"Key": f"nome{n}", "Value": "v" * 256} for n in range(10)]
    at = {"Bucket": bucket, "Key": "etiquetas"}
    put("etiquetas", Tagging="estado=bruto")
    equal(s3.get_object_tagging(**at)["TagSet"], [{"Key": "estado", "Value": "bruto"}])
    s3.put_object_tagging(Tagging={"TagSet": tags}, **at)
    equal(s3.get_object_tagging(**at)["TagSet"], tags)
    equal(s3.head_object(**at)["ResponseMetadata"]["HTTPHeaders"]["x-amz-tagging-count"], "10")
    many = tags + [{"Key": "mais", "Value": ""}]
    equal(code(s3.put_object_tagging, Tagging={"TagSet": many}, **at), "InvalidTag")
    for bad in ({"Key": "k" * 129, "Value": ""}, {"Key": "k", "Value": "v" * 257}):
        equal(code(s3.put_object_tagging, Tagging={"TagSet": [bad]}, **at), "InvalidTag")
    s3.delete_object_tagging(**at)
    equal(s3.get_object_tagging(**at)["TagSet"], [])


def tags_of_buckets():
    equal(code(s3.get_bucket_tagging, Bucket=bucket), "NoSuchTagSet")
    s3.put_bucket_tagging(Bucket=bucket, Tagging={"TagSet": [{"Key": "a", "Value": "b"}]})
    equal(s3.get_bucket_tagging(Bucket=bucket)["TagSet"], [{"Key": "a", "Value": "b"}])
    s3.delete_bucket_tagging(Bucket=bucket)
    equal(code(s3.get_bucket_tagging, Bucket=bucket), "NoSuchTagSet")


def cors_is_set_and_answers():
    equal(code(s3.get_bucket_cors, Bucket=bucket), "NoSuchCORSConfiguration")
    rules = [{"AllowedMethods": ["GET", "PUT"], "AllowedOrigins": ["*suffix", "start*end", "prefix*"]}]
    s3.put_bucket_cors(Bucket=bucket, CORSConfiguration={"CORSRules": rules})
    equal(s3.get_bucket_cors(Bucket=bucket)["CORSRules"], rules)

    def allowed(origin, method="GET"):
        asked = {"Origin": origin, "Access-Control-Request-Method": method}
        try:
            request = urllib.request.Request(f"{endpoint}/{bucket}/x", headers=asked, method="OPTIONS")
            return urllib.request.urlopen(request).headers["access-control-allow-origin"]
        except urllib.error.HTTPError as error:
            return error.code

    for origin in ("foo.suffix", "startend", "start1end", "prefix", "prefix.suffix"):
        equal(allowed(origin), origin)
    for origin in ("foo.bar", "foo.suffix.get", "0start12end", "x.prefix"):
        equal(allowed(origin), 403)
    equal(allowed("foo.suffix", "DELETE"), 403)
    s3.delete_bucket_cors(Bucket=bucket)
    equal(allowed("foo.suffix"), 403)


def policy(*statements):
    return json.dumps({"Version": "2012-10-17", "Statement": list(statements)})


def allow(action, resource, **more):
    return {"Effect": "Allow", "Principal": "*", "Action": action, "Resource": f"arn:aws:s3:::{resource}", **more}


def policy_opens_to_everyone():
    put("aberto/a", b"todos")
    equal(code(s3.get_bucket_policy, Bucket=bucket), "NoSuchBucketPolicy")
    equal(s3.get_bucket_policy_status(Bucket=bucket)["PolicyStatus"]["IsPublic"], False)
    written = policy(allow("s3:ListBucket", bucket), allow("s3:GetObject", f"{bucket}/aberto/*"))
    s3.put_bucket_policy(Bucket=bucket, Policy=written)
    equal(s3.get_bucket_policy(Bucket=bucket)["Policy"], written)
    equal(s3.get_bucket_policy_status(Bucket=bucket)["PolicyStatus"]["IsPublic"], True)
    equal(nobody.get_object(Bucket=bucket, Key="aberto/a")["Body"].read(), b"todos")
    equal(code(nobody.list_objects_v2, Bucket=bucket), "ok")
    equal(code(nobody.get_object, Bucket=bucket, Key="fechado"), "AccessDenied")
    equal(code(nobody.put_object, Bucket=bucket, Key="aberto/b", Body=b""), "AccessDenied")
    equal(code(nobody.delete_object, Bucket=bucket, Key="aberto/a"), "AccessDenied")
    equal(code(nobody.head_object, Bucket=bucket, Key="aberto/nenhum"), "404")
    s3.delete_bucket_policy(Bucket=bucket)
    equal(code(nobody.get_object, Bucket=bucket, Key="aberto/a"), "AccessDenied")


def policy_that_denies_wins():
    deny = allow("s3:GetObject", f"{bucket}/aberto/b", Effect="Deny")
    s3.put_bucket_policy(Bucket=bucket, Policy=policy(allow("s3:GetObject", f"{bucket}/aberto/*"), deny))
    fill("aberto/", "a", "b")
    equal(code(nobody.get_object, Bucket=bucket, Key="aberto/a"), "ok")
    equal(code(nobody.get_object, Bucket=bucket, Key="aberto/b"), "AccessDenied")
    s3.delete_bucket_policy(Bucket=bucket)


def policy_that_could_not_hold_is_refused():
    reading = allow("s3:GetObject", f"{bucket}/*")

    def written(**more):
        return code(s3.put_bucket_policy, Bucket=bucket, Policy=policy({**reading, **more}))

    equal(written(Principal={"AWS": "arn:aws:iam::1:root"}), "NotImplemented")
    equal(written(Condition={"StringEquals": {"aws:Referer": "x"}}), "NotImplemented")
    equal(written(Action="s3:PutObject"), "NotImplemented")
    equal(written(Resource="arn:aws:s3:::outra/*"), "MalformedPolicy")
    equal(code(s3.put_bucket_policy, Bucket=bucket, Policy="{"), "MalformedPolicy")
    equal(code(s3.get_bucket_policy, Bucket=bucket), "NoSuchBucketPolicy")


def public_access_is_blocked():
    equal(code(s3.get_public_access_block, Bucket=bucket), "NoSuchPublicAccessBlockConfiguration")
    block = {"BlockPublicAcls": True, "IgnorePublicAcls": True, "BlockPublicPolicy": True, "RestrictPublicBuckets": False}
    s3.put_public_access_block(Bucket=bucket, PublicAccessBlockConfiguration=block)
    equal(s3.get_public_access_block(Bucket=bucket)["PublicAccessBlockConfiguration"], block)
    reading = policy(allow("s3:GetObject", f"{bucket}/*"))
    equal(code(s3.put_bucket_policy, Bucket=bucket, Policy=reading), "AccessDenied")
    s3.delete_public_access_block(Bucket=bucket)
    equal(code(s3.put_bucket_policy, Bucket=bucket, Policy=reading), "ok")
    s3.delete_bucket_policy(Bucket=bucket)


def versions_are_kept_and_removed():
    one, two = (put("objeto", body, at=kept)["VersionId"] for body in (b"1", b"2"))
    equal((text("objeto", kept), text("objeto", kept, VersionId=one)), (b"2", b"1"))
    mark = s3.delete_object(Bucket=kept, Key="objeto")
    equal((mark["DeleteMarker"], code(s3.get_object, Bucket=kept, Key="objeto")), (True, "NoSuchKey"))
    listed = s3.list_object_versions(Bucket=kept, Prefix="objeto")
    equal([each["VersionId"] for each in listed["Versions"]], [two, one])
    equal([each["IsLatest"] for each in listed["DeleteMarkers"]], [True])
    s3.delete_object(Bucket=kept, Key="objeto", VersionId=mark["VersionId"])
    s3.delete_object(Bucket=kept, Key="objeto", VersionId=two)
    equal(text("objeto", kept), b"1")
    equal(code(s3.get_object, Bucket=kept, Key="objeto", VersionId="a" * 32), "NoSuchVersion")


def versions_are_suspended_and_taken_up_again():
    area = "boto-suspensa"
    s3.create_bucket(Bucket=area)
    equal("Status" in s3.get_bucket_versioning(Bucket=area), False)
    put("nulo", b"0", at=area)
    for status in ("Enabled", "Suspended", "Enabled"):
        s3.put_bucket_versioning(Bucket=area, VersioningConfiguration={"Status": status})
        equal(s3.get_bucket_versioning(Bucket=area)["Status"], status)
        put("nulo", status.encode(), at=area)
    ids = [each["VersionId"] for each in s3.list_object_versions(Bucket=area)["Versions"]]
    equal((len(ids), ids.count("null")), (3, 1))


def versions_are_copied():
    first = put("v", b"1", at=kept)["VersionId"]
    put("v", b"2", at=kept)
    s3.copy_object(Bucket=bucket, Key="de-versao", CopySource={"Bucket": kept, "Key": "v", "VersionId": first})
    equal(text("de-versao"), b"1")


def rules_of_deletion_come_back():
    rules = [
        {"ID": "a", "Status": "Enabled", "Filter": {"Prefix": "t/"}, "Expiration": {"Days": 2}},
        {"ID": "b", "Status": "Disabled", "Filter": {"Prefix": "u/"}, "NoncurrentVersionExpiration": {"NoncurrentDays": 3}},
        {"ID": "c", "Status": "Enabled", "Filter": {"Prefix": ""}, "Expiration": {"ExpiredObjectDeleteMarker": True}},
        {"ID": "d", "Status": "Enabled", "Filter": {"Prefix": "v/"}, "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 2}},
        {"ID": "e", "Status": "Enabled", "Filter": {"And": {"Prefix": "x/", "Tags": [{"Key": "a", "Value": "b"}]}}, "Expiration": {"Days": 1}},
    ]
    s3.put_bucket_lifecycle_configuration(Bucket=bucket, LifecycleConfiguration={"Rules": rules})
    equal(s3.get_bucket_lifecycle_configuration(Bucket=bucket)["Rules"], rules)
    s3.delete_bucket_lifecycle(Bucket=bucket)
    equal(code(s3.get_bucket_lifecycle_configuration, Bucket=bucket), "NoSuchLifecycleConfiguration")


def rules_of_deletion_that_are_wrong():
    def written(*rules):
        return code(s3.put_bucket_lifecycle_configuration, Bucket=bucket, LifecycleConfiguration={"Rules": list(rules)})

    rule = {"ID": "a", "Status": "Enabled", "Filter": {"Prefix": "t/"}, "Expiration": {"Days": 2}}
    equal(written(rule, rule), "InvalidArgument")
    equal(written({**rule, "ID": "a" * 256}), "InvalidArgument")
    equal(written({**rule, "Status": "enabled"}), "MalformedXML")
    equal(written({**rule, "Expiration": {"Days": 0}}), "InvalidArgument")
    equal(written({**rule, "Expiration": {}, "Transitions": [{"Days": 1, "StorageClass": "GLACIER"}]}), "NotImplemented")


def locks_of_buckets():
    area = {"ObjectLockEnabled": "Enabled", "Rule": {"DefaultRetention": {"Mode": "GOVERNANCE", "Days": 1}}}
    s3.put_object_lock_configuration(Bucket=locked, ObjectLockConfiguration=area)
    equal(s3.get_object_lock_configuration(Bucket=locked)["ObjectLockConfiguration"], area)
    equal(code(s3.get_object_lock_configuration, Bucket=bucket), "ObjectLockConfigurationNotFoundError")
    equal(code(s3.put_object_lock_configuration, Bucket=bucket, ObjectLockConfiguration=area), "InvalidBucketState")
    area["Rule"]["DefaultRetention"] = {"Mode": "GOVERNANCE", "Days": 1, "Years": 1}
    equal(code(s3.put_object_lock_configuration, Bucket=locked, ObjectLockConfiguration=area), "MalformedXML")
    area["Rule"]["DefaultRetention"] = {"Mode": "GOVERNANCE", "Days": 0}
    equal(code(s3.put_object_lock_configuration, Bucket=locked, ObjectLockConfiguration=area), "InvalidRetentionPeriod")
    suspended = {"Status": "Suspended"}
    equal(code(s3.put_bucket_versioning, Bucket=locked, VersioningConfiguration=suspended), "InvalidBucketState")


def locks_of_versions():
    version = put("retido", at=locked)["VersionId"]
    at = {"Bucket": locked, "Key": "retido", "VersionId": version}
    until = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) + datetime.timedelta(days=3)
    s3.put_object_retention(Retention={"Mode": "GOVERNANCE", "RetainUntilDate": until}, **at)
    equal(s3.get_object_retention(**at)["Retention"]["RetainUntilDate"], until)
    sooner = {"Mode": "GOVERNANCE", "RetainUntilDate": until - datetime.timedelta(days=1)}
    equal(code(s3.put_object_retention, Retention=sooner, **at), "AccessDenied")
    equal(code(s3.delete_object, **at), "AccessDenied")
    equal(code(s3.put_object_retention, Retention=sooner, BypassGovernanceRetention=True, **at), "ok")
    equal(code(s3.delete_object, BypassGovernanceRetention=True, **at), "ok")


def legal_holds():
    version = put("ordem", at=locked)["VersionId"]
    at = {"Bucket": locked, "Key": "ordem", "VersionId": version}
    s3.put_object_legal_hold(LegalHold={"Status": "ON"}, **at)
    equal(s3.get_object_legal_hold(**at)["LegalHold"], {"Status": "ON"})
    equal(s3.head_object(**at)["ObjectLockLegalHoldStatus"], "ON")
    equal(code(s3.delete_object, BypassGovernanceRetention=True, **at), "AccessDenied")
    s3.put_object_legal_hold(LegalHold={"Status": "OFF"}, **at)
    equal(code(s3.delete_object, BypassGovernanceRetention=True, **at), "ok")


def sums_of_bodies():
    equal(code(s3.put_object, Bucket=bucket, Key="soma", Body=b"x", ContentMD5="AAAAAAAAAAAAAAAAAAAAAA=="), "BadDigest")
    equal(code(s3.put_object, Bucket=bucket, Key="soma", Body=b"x", ContentMD5="curta"), "InvalidDigest")
    equal(code(s3.put_object, Bucket=bucket, Key="soma", Body=b"x", ChecksumSHA256="AAAA"), "BadDigest")
    equal(code(s3.head_object, Bucket=bucket, Key="soma"), "404")


def names_that_folders_can_not_have():
    for key in ("../fora", "a//b", "pasta/"):
        equal(code(s3.put_object, Bucket=bucket, Key=key, Body=b""), "InvalidArgument")
    put("nome/dentro")
    equal(code(s3.put_object, Bucket=bucket, Key="nome", Body=b""), "XMinioObjectExistsAsDirectory")


def names_with_colons_and_backslashes():
    root = "sintaxe/"
    names = ["..\\..\\fora", "barra\\invertida", "dois:pontos/2026-01-01T10:00.nc"]
    for name in names:
        put(root + name, name.encode())
        equal(text(root + name), name.encode())
    equal(keys(root)[0], [root + name for name in names])
    equal(keys(root, Delimiter="/"), ([root + name for name in names[:2]], [root + "dois:pontos/"]))
    equal(keys(root + "dois:")[0], [root + names[2]])
    s3.copy_object(Bucket=bucket, Key=root + "copia:1", CopySource={"Bucket": bucket, "Key": root + names[1]})
    equal(text(root + "copia:1"), names[1].encode())
    link = s3.generate_presigned_url("get_object", Params={"Bucket": bucket, "Key": root + names[0]})
    with urllib.request.urlopen(link) as answer:
        equal(answer.read(), names[0].encode())
    equal(code(s3.head_object, Bucket=bucket, Key=root + "barra/invertida"), "404")
    s3.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": key} for key in keys(root)[0]]})
    equal(keys(root)[0], [])


def acls_encryption_and_logs_are_refused():
    equal(code(s3.put_object, Bucket=bucket, Key="x", Body=b"", ACL="public-read"), "NotImplemented")
    equal(code(s3.get_bucket_acl, Bucket=bucket), "NotImplemented")
    equal(code(s3.put_object, Bucket=bucket, Key="x", Body=b"", ServerSideEncryption="AES256"), "NotImplemented")
    equal(code(s3.get_bucket_encryption, Bucket=bucket), "NotImplemented")
    equal(code(s3.get_bucket_logging, Bucket=bucket), "NotImplemented")
    equal(code(s3.get_bucket_website, Bucket=bucket), "NotImplemented")


helpers = {"connected", "code", "put", "text", "keys", "fill", "equal", "policy", "allow"}
behaviours = [
    each for name, each in list(globals().items())
    if inspect.isfunction(each) and each.__module__ == "__main__" and name not in helpers
]

if __name__ == "__main__":
    s3.create_bucket(Bucket=bucket)
    s3.create_bucket(Bucket=kept)
    s3.put_bucket_versioning(Bucket=kept, VersioningConfiguration={"Status": "Enabled"})
    s3.create_bucket(Bucket=locked, ObjectLockEnabledForBucket=True)
    results = {}
    for behaviour in behaviours:
        try:
            behaviour()
            results[behaviour.__name__] = "ok"
        except Exception as error:  # Every fault is reported under the name of its behaviour.
            results[behaviour.__name__] = f"{type(error).__name__}: {error}"[:500]
    print(json.dumps(results))
