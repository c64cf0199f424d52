#!/usr/bin/env python3
"""A test's own bucket in one of the S3 servers, by boto3 and not by the program under test.

    s3_bucket.py make|remember|remove|fetch|history SERVER BUCKET [FOLDER]
    s3_bucket.py ask SERVER BUCKET KEY SECRET

SERVER is a variable of the environment that s3-servers has set. `make` makes the bucket, `remember`
has it keep every version of every object, `remove` removes it with everything in it, `fetch` writes
its objects into FOLDER. `history` goes through all versions: where an author's log is not the one
before with more behind it, or where an author's number stands with two different lines anywhere, it
says so and fails; else it prints what it saw as JSON. `ask` prints what the server says to another
key that lists the bucket: `welcome`, or the code of its refusal.
"""
import json
import os
import sys
from pathlib import Path

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError


def client(server, access=None, secret=None):
    endpoint, own_access, own_secret, _ = os.environ[server].split(" ")
    access, secret = access or own_access, secret or own_secret
    return boto3.client(
        "s3", endpoint_url=endpoint, aws_access_key_id=access, aws_secret_access_key=secret,
        region_name="us-east-1", config=Config(s3={"addressing_style": "path"}))


def ask(s3, bucket):
    try:
        s3.list_objects_v2(Bucket=bucket)
        print("welcome")
    except ClientError as error:
        print(error.response["Error"]["Code"])


def keys(s3, bucket):
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket):
        for found in page.get("Contents", []):
            yield found["Key"]


def make(s3, bucket):
    s3.create_bucket(Bucket=bucket)


def remember(s3, bucket):
    s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})


def versions(s3, bucket):
    """Keys with their versions, the oldest first; None in the place of a removal."""
    found = {}
    for page in s3.get_paginator("list_object_versions").paginate(Bucket=bucket):
        for kind in ("Versions", "DeleteMarkers"):
            for each in page.get(kind, []):
                # What the server lists as newest first within a key is turned round below.
                found.setdefault(each["Key"], []).append(
                    (each["LastModified"], kind == "Versions", each["VersionId"]))
    for key, each in found.items():
        yield key, [(version if is_there else None) for _, is_there, version in
                    sorted(each[::-1], key=lambda version: version[0])]


def remembers(s3, bucket):
    try:
        return s3.get_bucket_versioning(Bucket=bucket).get("Status") == "Enabled"
    except ClientError:
        # A server that knows no versions.
        return False


def remove(s3, bucket):
    if remembers(s3, bucket):
        for page in s3.get_paginator("list_object_versions").paginate(Bucket=bucket):
            for each in page.get("Versions", []) + page.get("DeleteMarkers", []):
                s3.delete_object(Bucket=bucket, Key=each["Key"], VersionId=each["VersionId"])
    for key in list(keys(s3, bucket)):
        s3.delete_object(Bucket=bucket, Key=key)
    s3.delete_bucket(Bucket=bucket)


def fetch(s3, bucket, folder):
    for key in keys(s3, bucket):
        path = Path(folder, key)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(s3.get_object(Bucket=bucket, Key=key)["Body"].read())


def history(s3, bucket):
    seen = {"objects": 0, "versions": 0, "bytes": 0, "lines": 0}
    lines = {}
    for key, all_versions in versions(s3, bucket):
        is_repair = key.endswith(".repair.jsonl")
        is_log = key.endswith(".jsonl") and not is_repair
        seen["objects"] += 1
        before = b""
        for version in all_versions:
            if version is None:
                if is_log:
                    sys.exit(f"{key} was removed")
                continue
            body = s3.get_object(Bucket=bucket, Key=key, VersionId=version)["Body"].read()
            seen["versions"] += 1
            seen["bytes"] += len(body)
            if not is_log and not is_repair:
                continue
            if is_log and not body.startswith(before):
                sys.exit(f"{key}: version {version} lacks what the one before had")
            # What a log begins with was looked at in the version before.
            for line in body[len(before) if is_log else 0:].splitlines(keepends=True):
                event = json.loads(line)
                number = (event["author"], event["seq"])
                if lines.setdefault(number, line) != line:
                    sys.exit(f"{key}: number {number} stands with two different lines")
            before = body
        if is_log:
            numbers = [json.loads(line)["seq"] for line in before.splitlines()]
            if numbers != list(range(1, len(numbers) + 1)):
                sys.exit(f"{key}: the numbers are not gapless")
    seen["lines"] = len(lines)
    print(json.dumps(seen))


if __name__ == "__main__":
    orders = {"make": make, "remember": remember, "remove": remove, "fetch": fetch,
              "history": history}
    if sys.argv[1] == "ask":
        ask(client(sys.argv[2], *sys.argv[4:]), sys.argv[3])
    else:
        orders[sys.argv[1]](client(sys.argv[2]), *sys.argv[3:])
