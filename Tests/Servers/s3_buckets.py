#!/usr/bin/env python3
"""Makes what the S3 tests need in a fresh server: `s3_buckets.py radosgw|moto PORT`.

For moto it also makes the user and switches the checking of signatures on, and prints the key.
"""
import json
import sys
import urllib.request

import boto3
from botocore.config import Config


def client(service, port, access, secret):
    return boto3.client(
        service, endpoint_url=f"http://127.0.0.1:{port}", aws_access_key_id=access,
        aws_secret_access_key=secret, region_name="us-east-1",
        config=Config(s3={"addressing_style": "path"}))


def radosgw(port):
    owner = client("s3", port, "AKowner", "secret/owner+key")
    owner.create_bucket(Bucket="fen")
    # May read and write objects, and is told nothing of what else is there.
    owner.put_bucket_policy(Bucket="fen", Policy=json.dumps({
        "Version": "2012-10-17", "Statement": [{
            "Effect": "Allow", "Principal": {"AWS": ["arn:aws:iam:::user/limited"]},
            "Action": ["s3:GetObject", "s3:PutObject"], "Resource": ["arn:aws:s3:::fen/*"]}]}))
    client("s3", port, "AKsmall", "secret/small+key").create_bucket(Bucket="small")


def moto(port):
    iam = client("iam", port, "any", "any")
    iam.create_user(UserName="owner")
    iam.put_user_policy(UserName="owner", PolicyName="all", PolicyDocument=json.dumps({
        "Version": "2012-10-17",
        "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}))
    key = iam.create_access_key(UserName="owner")["AccessKey"]
    client("s3", port, "any", "any").create_bucket(Bucket="fen")
    # With a form's content type the body would arrive empty.
    urllib.request.urlopen(urllib.request.Request(
        f"http://127.0.0.1:{port}/moto-api/reset-auth", data=b"0", method="POST",
        headers={"Content-Type": "text/plain"})).read()
    print(key["AccessKeyId"], key["SecretAccessKey"])


{"radosgw": radosgw, "moto": moto}[sys.argv[1]](int(sys.argv[2]))
